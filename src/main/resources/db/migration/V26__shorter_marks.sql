-- Sixteen digits of a hash tell articles and links apart as well as thirty-two did, in five places an article.
UPDATE articles SET content_hash = substr(content_hash, 1, 18), url_hash = substr(url_hash, 1, 16);
UPDATE revisions SET content_hash = substr(content_hash, 1, 18);
UPDATE page_keys SET key = substr(key, 1, 16);
