-- What the decision on a failed poll began from, so that another policy can be asked for its own. own_interval_ms is 0 for
-- a source that has none; where it is NULL the poll went well, or was written before any of this was kept.
ALTER TABLE polls ADD COLUMN retry_after_ms BIGINT;
ALTER TABLE polls ADD COLUMN own_interval_ms BIGINT;
ALTER TABLE polls ADD COLUMN learned_gap_ms BIGINT;
ALTER TABLE polls ADD COLUMN newest_item_at BIGINT;
ALTER TABLE polls ADD COLUMN hint_between_ms BIGINT;
ALTER TABLE polls ADD COLUMN skip_hours TEXT;
ALTER TABLE polls ADD COLUMN skip_days TEXT;
ALTER TABLE polls ADD COLUMN fresh_for_ms BIGINT;
