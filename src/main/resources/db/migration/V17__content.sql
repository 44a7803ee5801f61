-- What a feed's documents are like as a rule: usual_bytes is 0 while there is nothing to compare with, window_size 0 while
-- nobody knows how many entries the feed holds at most.
ALTER TABLE feed_state ADD COLUMN usual_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE feed_state ADD COLUMN usual_site TEXT;
ALTER TABLE feed_state ADD COLUMN window_size INTEGER NOT NULL DEFAULT 0;

-- Documents of one shape that were not believed.
ALTER TABLE feed_state ADD COLUMN suspicion TEXT;
ALTER TABLE feed_state ADD COLUMN suspicion_site TEXT;
ALTER TABLE feed_state ADD COLUMN suspicion_sightings INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed_state ADD COLUMN suspicion_since BIGINT;

-- What validators_lied_at is about (NULL: all of them), and how often in a row the answer was 304, and when last.
ALTER TABLE feed_state ADD COLUMN validators_lie TEXT;
ALTER TABLE feed_state ADD COLUMN unmodified_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed_state ADD COLUMN unmodified_at BIGINT;

-- The longest wait of a feed whose window was overrun; for a replay it is kept with failed polls, as the rest of the rhythm.
ALTER TABLE feed_state ADD COLUMN at_most_ms BIGINT;
ALTER TABLE polls ADD COLUMN at_most_ms BIGINT;

-- Until when a feed's silence is usual, and since when it is known not to be.
ALTER TABLE feed_state ADD COLUMN silent_until BIGINT;
ALTER TABLE feed_state ADD COLUMN stale_since BIGINT;
CREATE INDEX feed_state_stale ON feed_state (source_id) WHERE stale_since IS NOT NULL;
CREATE INDEX feed_state_suspect ON feed_state (source_id) WHERE suspicion IS NOT NULL;

-- What was odd about a poll: words with commas between them.
ALTER TABLE polls ADD COLUMN remarks TEXT;

-- Entries that may have come and gone between two polls: after from_at (NULL if nobody knows) and before to_at.
CREATE TABLE gaps (
  id        ${serial},
  source_id TEXT    NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  found_at  BIGINT  NOT NULL,
  from_at   BIGINT,
  to_at     BIGINT  NOT NULL,
  pages     INTEGER NOT NULL, -- of the feed's archive that were read
  filled    INTEGER NOT NULL, -- entries that these had
  closed    BOOLEAN NOT NULL  -- whether they led back to entries that we knew
);
CREATE INDEX gaps_by_source ON gaps (source_id, id);

-- The hours in which a feed had something new, by which its silence is judged.
CREATE TABLE feed_beats (
  source_id TEXT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  beats     TEXT NOT NULL
);
