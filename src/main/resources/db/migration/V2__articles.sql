-- The whole article, and which articles of different sources are one.

-- Enclosures are a JSON array of {"url", "type", "length"}: read and written only together with their article, copied
-- with it into a revision, and open to json_each and jsonb_array_elements for who asks across articles.
ALTER TABLE articles ADD COLUMN content_html TEXT NOT NULL DEFAULT '';
ALTER TABLE articles ADD COLUMN language TEXT;
ALTER TABLE articles ADD COLUMN comments_url TEXT;
ALTER TABLE articles ADD COLUMN enclosures TEXT NOT NULL DEFAULT '[]';
ALTER TABLE articles ADD COLUMN dates_guessed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE articles ADD COLUMN url_hash TEXT;
ALTER TABLE articles ADD COLUMN duplicate_of BIGINT REFERENCES articles (id) ON DELETE SET NULL;

-- With the id, so that the oldest article of a hash is the first row of its range.
DROP INDEX articles_by_content;
CREATE INDEX articles_by_content ON articles (content_hash, id);
CREATE INDEX articles_by_url ON articles (url_hash, id) WHERE url_hash IS NOT NULL;
CREATE INDEX articles_by_original ON articles (duplicate_of, id) WHERE duplicate_of IS NOT NULL;

ALTER TABLE revisions ADD COLUMN content_html TEXT NOT NULL DEFAULT '';
ALTER TABLE revisions ADD COLUMN language TEXT;
ALTER TABLE revisions ADD COLUMN comments_url TEXT;
ALTER TABLE revisions ADD COLUMN enclosures TEXT NOT NULL DEFAULT '[]';
ALTER TABLE revisions ADD COLUMN published_at BIGINT;
ALTER TABLE revisions ADD COLUMN updated_at BIGINT;
ALTER TABLE revisions ADD COLUMN dates_guessed BOOLEAN NOT NULL DEFAULT FALSE;

-- How many entries of the document before were no longer in this one.
ALTER TABLE polls ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
