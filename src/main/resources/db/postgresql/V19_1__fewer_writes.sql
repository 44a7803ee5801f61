-- What a poll writes is what a fleet costs.

-- Taking a host changes no column of an index any more and stays on its page; asking who holds one reads the table.
DROP INDEX host_queue_held;
ALTER TABLE host_queue SET (fillfactor = 60);

-- Each row of history locked its source's row. Who removes a source holds its host, as a commit does, and removes its history.
ALTER TABLE polls DROP CONSTRAINT IF EXISTS polls_source_id_fkey;
