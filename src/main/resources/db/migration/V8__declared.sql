-- The sources that a file of feeds has added: only these are removed when it no longer names them. The key is that of
-- the URL in the file, which the source's own may not be any more.
CREATE TABLE declared_sources (
  source_id TEXT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  file      TEXT NOT NULL,
  url_key   TEXT NOT NULL
);
CREATE INDEX declared_sources_by_file ON declared_sources (file);
