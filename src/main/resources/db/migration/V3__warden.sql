-- What a source is judged by, if not as all are: one "cell: value" on each line.
ALTER TABLE sources ADD COLUMN policy TEXT;

-- The time without a success, and when a person was last told about it.
ALTER TABLE feed_state ADD COLUMN failing_since BIGINT;
ALTER TABLE feed_state ADD COLUMN told_at BIGINT;
UPDATE feed_state SET failing_since = coalesce(last_polled_at, updated_at) WHERE last_error IS NOT NULL;

-- What the last document and its server said about when to come again.
ALTER TABLE feed_state ADD COLUMN learned_gap_ms BIGINT;
ALTER TABLE feed_state ADD COLUMN newest_item_at BIGINT;
ALTER TABLE feed_state ADD COLUMN hint_between_ms BIGINT;
ALTER TABLE feed_state ADD COLUMN skip_hours TEXT;
ALTER TABLE feed_state ADD COLUMN skip_days TEXT;
ALTER TABLE feed_state ADD COLUMN fresh_for_ms BIGINT;

-- One row: how many feeds were disabled automatically, in slices of five minutes, the newest first.
CREATE TABLE disable_budget (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  slice BIGINT  NOT NULL,
  used  TEXT    NOT NULL,
  held  TEXT    NOT NULL,
  fleet BIGINT  NOT NULL
);
INSERT INTO disable_budget (id, slice, used, held, fleet)
VALUES (1, 0, '0,0,0,0,0,0,0,0,0,0,0,0,0', '0,0,0,0,0,0,0,0,0,0,0,0,0', 0);

-- Who holds a host is asked every few seconds.
CREATE INDEX host_queue_held ON host_queue (leased_until) WHERE owner IS NOT NULL;

-- SQLite cannot change a CHECK: the table is made anew.
CREATE TABLE transitions_anew (
  id        ${serial},
  source_id TEXT   NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  at        BIGINT NOT NULL,
  kind      TEXT   NOT NULL CHECK (kind IN ('disabled', 'enabled', 'renewed', 'held', 'changed', 'adopted')),
  reason    TEXT,
  done_by   TEXT   NOT NULL,
  evidence  TEXT   NOT NULL
);
INSERT INTO transitions_anew (source_id, at, kind, reason, done_by, evidence)
SELECT source_id, at, kind, reason, done_by, evidence FROM transitions ORDER BY id;
DROP TABLE transitions;
ALTER TABLE transitions_anew RENAME TO transitions;
CREATE INDEX transitions_by_source ON transitions (source_id, at);
