-- The last answer of each source that a poll failed on: the first 64 kB of its body, compressed, as people look at it.
-- SQLite keeps bytes as they are in a column of any type.
CREATE TABLE exhibits (
  source_id    TEXT    PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  ended_at     BIGINT  NOT NULL, -- the poll's
  status_code  INTEGER NOT NULL,
  content_type TEXT,
  headers      TEXT    NOT NULL, -- a line each
  redirects    TEXT    NOT NULL, -- a line each
  size         BIGINT  NOT NULL, -- of the whole body
  body         BYTEA   NOT NULL
);
