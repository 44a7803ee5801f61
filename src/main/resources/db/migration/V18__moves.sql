-- Who said that a feed has moved, and how much of what it has there was known before that was said.
ALTER TABLE feed_state ADD COLUMN moved_how TEXT;
ALTER TABLE feed_state ADD COLUMN moved_common INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed_state ADD COLUMN moved_of INTEGER NOT NULL DEFAULT 0;
UPDATE feed_state SET moved_how = 'redirect' WHERE moved_to IS NOT NULL;
-- Feeds that only say themselves that they have moved: somebody must look.
CREATE INDEX feed_state_told ON feed_state (source_id) WHERE moved_how = 'new_feed_url';

-- The source that has this one's feed now. No foreign key: a source may be made before the one that it is merged into.
ALTER TABLE sources ADD COLUMN merged_into TEXT;
CREATE INDEX sources_merged ON sources (merged_into, id) WHERE merged_into IS NOT NULL;

-- Where feeds went, and where they were not believed to have gone. A target that was doubted or undone is not adopted again
-- unless a person says so.
CREATE TABLE moves (
  id          ${serial},
  source_id   TEXT   NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  at          BIGINT NOT NULL,
  how         TEXT   NOT NULL,
  state       TEXT   NOT NULL CHECK (state IN ('done', 'undone', 'doubted')),
  from_url    TEXT   NOT NULL,
  from_key    TEXT   NOT NULL,
  to_url      TEXT   NOT NULL,
  to_key      TEXT   NOT NULL,
  merged_into TEXT,
  evidence    TEXT   NOT NULL,
  done_by     TEXT   NOT NULL,
  undone_at   BIGINT,
  undone_by   TEXT
);
CREATE INDEX moves_by_source ON moves (source_id, id);

-- Where a feed that is gone may be now. titles and reasons have a line each.
CREATE TABLE repairs (
  id          ${serial},
  source_id   TEXT    NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  to_url      TEXT    NOT NULL,
  to_key      TEXT    NOT NULL,
  how         TEXT    NOT NULL,
  common      INTEGER NOT NULL,
  of_entries  INTEGER NOT NULL,
  titles      TEXT    NOT NULL,
  reasons     TEXT    NOT NULL,
  confidence  INTEGER NOT NULL,
  state       TEXT    NOT NULL CHECK (state IN ('proposed', 'accepted', 'rejected', 'undone')),
  proposed_at BIGINT  NOT NULL,
  decided_at  BIGINT,
  decided_by  TEXT,
  UNIQUE (source_id, to_key) -- what was rejected is not proposed again
);
CREATE INDEX repairs_open ON repairs (id) WHERE state = 'proposed';

-- When somebody last looked where a feed may have gone, and when it is worth another look.
CREATE TABLE repair_searches (
  source_id   TEXT    PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  searched_at BIGINT  NOT NULL,
  next_at     BIGINT  NOT NULL,
  searches    INTEGER NOT NULL,
  requests    INTEGER NOT NULL -- of the last search
);

-- What we asked of each host, by the day in UTC (epoch milliseconds of its beginning).
CREATE TABLE courtesy (
  host            TEXT    NOT NULL,
  day             BIGINT  NOT NULL,
  requests        BIGINT  NOT NULL,
  named           BIGINT  NOT NULL, -- said who we are and where to complain
  conditional     BIGINT  NOT NULL, -- asked only for what is new
  not_modified    BIGINT  NOT NULL,
  bytes           BIGINT  NOT NULL,
  refused         BIGINT  NOT NULL, -- answered with 429 or 503
  errors          BIGINT  NOT NULL, -- answered with another 4xx or 5xx
  unanswered      BIGINT  NOT NULL,
  told_to_wait    BIGINT  NOT NULL, -- answered with a Retry-After
  waited          BIGINT  NOT NULL, -- first request after that which came in time
  came_early      BIGINT  NOT NULL, -- or did not
  most_at_once    INTEGER NOT NULL,
  shortest_gap_ms BIGINT,           -- between the end of a request and the next one's beginning
  PRIMARY KEY (host, day)
);
CREATE INDEX courtesy_by_day ON courtesy (day);
