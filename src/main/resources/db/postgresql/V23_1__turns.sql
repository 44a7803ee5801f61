-- A poll changes no column of an index of feed_state any more and stays on its page. A host's feeds are read to find the one
-- whose turn it is; a host with very many is one for lanes.
CREATE INDEX feed_state_by_host ON feed_state (host_key);
ALTER TABLE feed_state SET (fillfactor = 80);
