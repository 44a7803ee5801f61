-- The feed whose turn it was when a host was never given back; the second time it is left alone for a day.
ALTER TABLE host_queue ADD COLUMN lost_source TEXT;
