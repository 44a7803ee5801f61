-- How much of a source is read: its feed, or the page behind every new entry too.
ALTER TABLE sources ADD COLUMN ingestion_mode TEXT NOT NULL DEFAULT 'feed'
  CHECK (ingestion_mode IN ('feed', 'feed+pages'));

-- The pages that were to be fetched. next_attempt_at is there as long as something is to be done, whatever the state:
-- who has the lease of the host may take a page that somebody left in 'fetching'.
CREATE TABLE pages (
  id              ${serial},
  source_id       TEXT    NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  url             TEXT    NOT NULL, -- as it was given
  at_url          TEXT    NOT NULL, -- as far as redirects have led so far: what is asked next
  host_key        TEXT    NOT NULL, -- of at_url
  origin          TEXT    NOT NULL CHECK (origin IN ('feed', 'manual', 'sitemap')),
  priority        INTEGER NOT NULL,
  state           TEXT    NOT NULL
                  CHECK (state IN ('pending', 'fetching', 'retry', 'fetched', 'dead', 'skipped', 'merged')),
  reason          TEXT,
  next_attempt_at BIGINT,
  attempts        INTEGER NOT NULL DEFAULT 0,
  losses          INTEGER NOT NULL DEFAULT 0, -- how often who fetched it was never heard of again
  hops            INTEGER NOT NULL DEFAULT 0, -- redirects behind at_url
  final_url       TEXT,
  status_code     INTEGER NOT NULL DEFAULT 0,
  content_type    TEXT,
  body_hash       TEXT,
  merged_into     BIGINT,
  submitted_at    BIGINT  NOT NULL,
  ended_at        BIGINT,
  CHECK ((state IN ('pending', 'fetching', 'retry')) = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'merged') = (merged_into IS NOT NULL))
);
CREATE INDEX pages_due ON pages (host_key, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX pages_turn ON pages (host_key, priority DESC, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX pages_by_source ON pages (source_id, id);
CREATE INDEX pages_by_state ON pages (state, id);

-- By what pages are known: the addresses that they were given by, and those that redirects led to. The same hash as
-- url_hash of articles.
CREATE TABLE page_keys (
  key     TEXT   PRIMARY KEY,
  page_id BIGINT NOT NULL REFERENCES pages (id) ON DELETE CASCADE
);
CREATE INDEX page_keys_by_page ON page_keys (page_id);

CREATE TABLE page_content (
  page_id       BIGINT PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  title         TEXT NOT NULL,
  byline        TEXT,
  published_at  BIGINT,
  canonical_url TEXT,
  language      TEXT,
  image_url     TEXT,
  content_html  TEXT NOT NULL,
  content_text  TEXT NOT NULL
);

-- What an origin's robots.txt said. rules is empty where all is allowed, and NULL where nobody knows.
CREATE TABLE robots (
  origin            TEXT    PRIMARY KEY,
  rules             TEXT,
  expires_at        BIGINT  NOT NULL,
  unreachable_since BIGINT,
  failures          INTEGER NOT NULL DEFAULT 0
);
