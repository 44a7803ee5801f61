-- The tags of a source where the source is read; source_tags finds sources by them.
ALTER TABLE sources ADD COLUMN tags TEXT;
UPDATE sources SET tags =
  (SELECT string_agg(t.tag, ',') FROM (SELECT x.tag FROM source_tags x WHERE x.source_id = sources.id ORDER BY x.tag) t);

-- A tag's sources in the order of their names, however many there are: the name is kept with the tag.
ALTER TABLE source_tags ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE source_tags SET name = (SELECT s.name FROM sources s WHERE s.id = source_tags.source_id);
CREATE INDEX source_tags_by_name ON source_tags (tag, name, source_id);

-- What is off, in the same order.
CREATE INDEX sources_cooling_by_name ON sources (name, id) WHERE feed_disable_reason <> 'manual';
CREATE INDEX sources_stopped_by_name ON sources (name, id) WHERE feed_disable_reason = 'manual';
