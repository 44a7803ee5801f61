-- Whose failure it was; nothing for a success, and for what was written before anybody asked.
ALTER TABLE polls ADD COLUMN blame TEXT CHECK (blame IN (${blames}));
ALTER TABLE feed_state ADD COLUMN last_error_blame TEXT CHECK (last_error_blame IN (${blames}));

-- What is wrong with more than one feed, and why we think so. Kinds will be added, and SQLite cannot change a CHECK.
CREATE TABLE incidents (
  id         ${serial},
  kind       TEXT   NOT NULL,
  scope      TEXT   NOT NULL,
  evidence   TEXT   NOT NULL,
  began_at   BIGINT NOT NULL,
  ended_at   BIGINT,
  held_until BIGINT -- of those that end with the process that keeps them: renewed by it, past when it is gone
);
CREATE UNIQUE INDEX incidents_open ON incidents (kind, scope) WHERE ended_at IS NULL;

-- What is to be told to others. Rows become visible in the order of their transactions' ends, not of their ids: who reads on
-- from where they were compares tx with the oldest transaction that is still open.
CREATE TABLE outbox (
  id        ${serial},
  tx        ${transaction},
  at        BIGINT NOT NULL,
  kind      TEXT   NOT NULL,
  source_id TEXT, -- order is promised for each of these
  body      TEXT   NOT NULL
);
CREATE INDEX outbox_in_order ON outbox (tx, id);
