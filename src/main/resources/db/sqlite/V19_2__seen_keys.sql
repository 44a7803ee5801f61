-- One tree instead of a table and its key.
CREATE TABLE seen_keys_anew (
  source_id  TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  key        TEXT NOT NULL,
  article_id BIGINT REFERENCES articles (id) ON DELETE SET NULL,
  PRIMARY KEY (source_id, key)
) WITHOUT ROWID;
INSERT INTO seen_keys_anew (source_id, key, article_id) SELECT source_id, key, article_id FROM seen_keys;
DROP TABLE seen_keys;
ALTER TABLE seen_keys_anew RENAME TO seen_keys;
CREATE INDEX seen_keys_by_article ON seen_keys (article_id);
