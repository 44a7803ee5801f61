CREATE TABLE seen_keys_anew (
  source_id  TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  key        TEXT NOT NULL,
  article_id BIGINT,
  PRIMARY KEY (source_id, key)
) WITHOUT ROWID;
INSERT INTO seen_keys_anew (source_id, key, article_id) SELECT source_id, substr(key, 1, 16), article_id FROM seen_keys;
DROP TABLE seen_keys;
ALTER TABLE seen_keys_anew RENAME TO seen_keys;
