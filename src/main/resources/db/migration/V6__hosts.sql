-- What a host has taught us about its pace: requests without complaint since the last refusal, who was refused last,
-- and what the gap does not sink below for a while.
ALTER TABLE host_queue ADD COLUMN clean INTEGER NOT NULL DEFAULT 0;
ALTER TABLE host_queue ADD COLUMN refused_by TEXT;
ALTER TABLE host_queue ADD COLUMN refused_at BIGINT;
ALTER TABLE host_queue ADD COLUMN floor_ms BIGINT;
ALTER TABLE host_queue ADD COLUMN floor_until BIGINT;

-- A host that fails as a whole: since when, how often it was asked in vain, and why we think so.
ALTER TABLE host_queue ADD COLUMN trouble_since BIGINT;
ALTER TABLE host_queue ADD COLUMN trouble_probes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE host_queue ADD COLUMN trouble_evidence TEXT;

-- The source's host beside the feed's schedule, so that a host's next feed is found without reading all of them.
ALTER TABLE feed_state ADD COLUMN host_key TEXT;
UPDATE feed_state SET host_key = (SELECT s.host_key FROM sources s WHERE s.id = feed_state.source_id);
CREATE INDEX feed_state_due ON feed_state (host_key, next_poll_at);
CREATE INDEX feed_state_turn ON feed_state (host_key, last_polled_at, source_id, next_poll_at);

-- Hosts that are asked for several feeds at once; their keys are host#0, host#1 and so on.
CREATE TABLE host_lanes (
  host  TEXT    PRIMARY KEY,
  lanes INTEGER NOT NULL CHECK (lanes > 1)
);
