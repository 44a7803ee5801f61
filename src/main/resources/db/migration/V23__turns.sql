-- Whether a source is switched on, beside its feed's schedule: whose turn it is at a host is found without reading the sources.
-- What a person stopped has no next poll at all.
ALTER TABLE feed_state ADD COLUMN enabled BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE feed_state SET enabled = FALSE WHERE source_id IN (SELECT id FROM sources WHERE NOT enabled);
UPDATE feed_state SET next_poll_at = NULL
WHERE source_id IN (SELECT id FROM sources WHERE feed_disable_reason = 'manual');
DROP INDEX feed_state_due;
DROP INDEX feed_state_turn;
DROP INDEX feed_state_by_visit;
