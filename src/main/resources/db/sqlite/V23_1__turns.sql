-- One tree for both questions: when a host is due, and which of its feeds that are due was not visited for longest.
CREATE INDEX feed_state_turn ON feed_state (host_key, next_poll_at, last_polled_at, source_id) WHERE enabled;
