-- How often others than the holders of its leases changed the schedule of a host's feeds: who gives it back knows by this
-- whether what he saw of the others still holds.
ALTER TABLE host_queue ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
