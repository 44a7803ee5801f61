-- Nobody has to read as far as the last column of a row to know whether its feed is switched on.
CREATE INDEX feed_state_by_host_enabled ON feed_state (host_key) WHERE enabled;
