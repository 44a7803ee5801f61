-- Which transaction wrote an article. Transactions commit in another order than that of their articles' ids; whoever
-- follows (turn, id) below the oldest transaction still open misses nothing.
ALTER TABLE articles ADD COLUMN turn BIGINT NOT NULL DEFAULT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT);
CREATE INDEX articles_by_turn ON articles (turn, id);
DROP INDEX articles_by_source;
CREATE INDEX articles_by_source ON articles (source_id, turn, id);
CREATE INDEX articles_by_source_id ON articles (source_id, id);

-- The words of articles without their text.
CREATE TABLE article_text (
  article_id BIGINT   PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  words      TSVECTOR NOT NULL
);
CREATE INDEX article_text_by_word ON article_text USING GIN (words);
