-- What a poll writes is what a fleet costs.

-- Taking a host changes no column of an index any more and stays on its page; asking who holds one reads the table.
DROP INDEX host_queue_held;
ALTER TABLE host_queue SET (fillfactor = 60);

-- Each row of history locked its source's row. Who removes a source holds its host, as a commit does, and removes its history.
ALTER TABLE polls DROP CONSTRAINT IF EXISTS polls_source_id_fkey;

-- Feeds that were never visited come first, here too: else every feed of a host was read to find the one whose turn it is.
DROP INDEX feed_state_turn;
CREATE INDEX feed_state_turn ON feed_state (host_key, last_polled_at NULLS FIRST, source_id, next_poll_at);
DROP INDEX feed_state_by_visit;
CREATE INDEX feed_state_by_visit ON feed_state (last_polled_at NULLS FIRST, source_id);
