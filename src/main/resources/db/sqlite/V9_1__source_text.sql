-- Every three letters in a row of sources.search_text. Two line feeds follow, so that each letter and each pair begins
-- some three. Sources change rarely: triggers keep it, whoever writes them.
CREATE TABLE source_numbers ( -- VACUUM may change the numbers of rows that have no column for them
  n         INTEGER PRIMARY KEY,
  source_id TEXT    NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE source_text USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE source_threes USING fts5vocab('source_text', 'row');

INSERT INTO source_numbers (source_id) SELECT id FROM sources;
INSERT INTO source_text (rowid, text)
  SELECT x.n, s.search_text || char(10, 10) FROM source_numbers x JOIN sources s ON s.id = x.source_id;

CREATE TRIGGER source_text_added AFTER INSERT ON sources BEGIN
  INSERT INTO source_numbers (source_id) VALUES (new.id);
  INSERT INTO source_text (rowid, text)
    SELECT n, new.search_text || char(10, 10) FROM source_numbers WHERE source_id = new.id;
END;

CREATE TRIGGER source_text_changed AFTER UPDATE OF search_text ON sources WHEN new.search_text <> old.search_text BEGIN
  UPDATE source_text SET text = new.search_text || char(10, 10)
  WHERE rowid = (SELECT n FROM source_numbers WHERE source_id = new.id);
END;

CREATE TRIGGER source_text_removed AFTER DELETE ON sources BEGIN
  DELETE FROM source_text WHERE rowid = (SELECT n FROM source_numbers WHERE source_id = old.id);
  DELETE FROM source_numbers WHERE source_id = old.id;
END;
