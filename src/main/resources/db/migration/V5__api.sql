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
CREATE INDEX sources_not_searchable ON sources (id) WHERE search_text = '';

-- With the id, which breaks ties, so that a page is a walk along one index.
DROP INDEX sources_by_host;
CREATE INDEX sources_by_host ON sources (host_key, id);
CREATE INDEX sources_by_name ON sources (name, id);
CREATE INDEX sources_by_creation ON sources (created_at, id);
CREATE INDEX sources_by_update ON sources (updated_at, id);
-- Holds all that counting by standing needs, so that no row is read.
CREATE INDEX sources_by_standing ON sources (enabled, feed_disable_reason, feed_disabled_until, host_key, id);

CREATE INDEX feed_state_by_error ON feed_state (last_error_type, source_id) WHERE last_error_type IS NOT NULL;
CREATE INDEX feed_state_held ON feed_state (source_id) WHERE next_poll_reason = 'held';
