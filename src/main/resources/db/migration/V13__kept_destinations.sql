-- A destination that was made over the API: what may be shown of it, and all of it, locked with the installation's key. Both are
-- missing for those that the operator names.
ALTER TABLE destinations ADD COLUMN shown TEXT;
ALTER TABLE destinations ADD COLUMN sealed TEXT;
