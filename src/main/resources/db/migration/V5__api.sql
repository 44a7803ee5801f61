-- What people note about a source, and the orders and filters in which lists show them.
ALTER TABLE sources ADD COLUMN notes TEXT;

CREATE TABLE source_tags (
  source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  tag       TEXT NOT NULL,
  PRIMARY KEY (source_id, tag)
);
CREATE INDEX source_tags_by_tag ON source_tags (tag, source_id);

-- Name and feed URL as SearchText folds them: neither engine folds what the other does. Empty means not made yet.
ALTER TABLE sources ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX sources_by_text ON sources (search_text, id);

-- With the id, which breaks ties, and with the standing, so that a page however far down is a walk along one index.
DROP INDEX sources_by_host;
CREATE INDEX sources_by_host
  ON sources (host_key, id, enabled, feed_disable_reason, feed_disabled_until);
CREATE INDEX sources_by_name
  ON sources (name, id, enabled, feed_disable_reason, feed_disabled_until, host_key);
CREATE INDEX sources_by_creation
  ON sources (created_at, id, enabled, feed_disable_reason, feed_disabled_until, host_key);
CREATE INDEX sources_by_update
  ON sources (updated_at, id, enabled, feed_disable_reason, feed_disabled_until, host_key);
CREATE INDEX sources_by_standing
  ON sources (enabled, feed_disable_reason, feed_disabled_until, host_key, id);

-- The few that need a person's eye. There are no indexes for the other orders of feed_state: each would make every poll
-- dearer, two of them twice as dear.
CREATE INDEX sources_cooling ON sources (id) WHERE feed_disable_reason <> 'manual';
CREATE INDEX sources_stopped ON sources (id) WHERE feed_disable_reason = 'manual';
CREATE INDEX sources_off ON sources (id) WHERE NOT enabled;
CREATE INDEX feed_state_by_error ON feed_state (last_error_type, source_id) WHERE last_error_type IS NOT NULL;
CREATE INDEX feed_state_held ON feed_state (source_id) WHERE next_poll_reason = 'held';

-- Articles that were changed after they had been read for the full-text index; an indexer takes them in its own time.
CREATE TABLE article_changes (
  id         ${serial},
  article_id BIGINT NOT NULL
);
-- One row: how far the index has come in the order in which articles are listed.
CREATE TABLE article_index (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  at_turn BIGINT  NOT NULL,
  at_id   BIGINT  NOT NULL
);
INSERT INTO article_index (id, at_turn, at_id) VALUES (1, 0, 0);

CREATE INDEX articles_by_arrival ON articles (first_seen_at, id);
