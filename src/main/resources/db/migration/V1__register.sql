-- Times are epoch milliseconds. ${error_types}, ${serial} are filled in by Database.

CREATE TABLE sources (
  id                         TEXT    PRIMARY KEY,
  name                       TEXT    NOT NULL,
  feed_url                   TEXT,
  feed_url_key               TEXT    UNIQUE,
  host_key                   TEXT,
  enabled                    BOOLEAN NOT NULL DEFAULT TRUE,
  feed_poll_interval_minutes INTEGER CHECK (feed_poll_interval_minutes > 0),
  credentials                TEXT,
  feed_disabled_at           BIGINT,
  feed_disabled_until        BIGINT,
  feed_disable_reason        TEXT    CHECK (feed_disable_reason IN ('manual', ${error_types})),
  feed_disabled_by           TEXT,
  feed_disable_note          TEXT,
  revision                   BIGINT  NOT NULL DEFAULT 1,
  created_at                 BIGINT  NOT NULL,
  updated_at                 BIGINT  NOT NULL,
  CHECK ((feed_url IS NULL) = (feed_url_key IS NULL) AND (feed_url IS NULL) = (host_key IS NULL)),
  CHECK ((feed_disabled_at IS NULL) = (feed_disable_reason IS NULL)),
  CHECK ((feed_disabled_until IS NULL) = (feed_disable_reason IS NULL OR feed_disable_reason = 'manual'))
);
CREATE INDEX sources_by_host ON sources (host_key);
CREATE INDEX sources_disabled ON sources (feed_disabled_at) WHERE feed_disabled_at IS NOT NULL;

CREATE TABLE feed_state (
  source_id          TEXT    PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  last_etag          TEXT,
  last_modified      TEXT,
  body_hash          TEXT,
  last_item_count    INTEGER NOT NULL DEFAULT 0,
  whole_at           BIGINT,
  whole_from         TEXT,
  etag_churn         INTEGER NOT NULL DEFAULT 0,
  validators_lied_at BIGINT,
  consecutive_errors INTEGER NOT NULL DEFAULT 0,
  error_count        BIGINT  NOT NULL DEFAULT 0,
  streak_type        TEXT    CHECK (streak_type IN (${error_types})),
  same_type_streak   INTEGER NOT NULL DEFAULT 0,
  any_type_streak    INTEGER NOT NULL DEFAULT 0,
  error_repeats      INTEGER NOT NULL DEFAULT 0,
  last_error         TEXT,
  last_error_type    TEXT    CHECK (last_error_type IN (${error_types})),
  last_polled_at     BIGINT,
  last_success_at    BIGINT,
  next_poll_at       BIGINT,
  next_poll_reason   TEXT    NOT NULL,
  moved_to           TEXT,
  moved_sightings    INTEGER NOT NULL DEFAULT 0,
  moved_since        BIGINT,
  created_at         BIGINT  NOT NULL,
  updated_at         BIGINT  NOT NULL,
  CHECK ((last_error IS NULL) = (last_error_type IS NULL))
);
CREATE INDEX feed_state_by_visit ON feed_state (last_polled_at, source_id);

CREATE TABLE host_queue (
  key          TEXT    PRIMARY KEY,
  due_at       BIGINT,
  ready_at     BIGINT  NOT NULL DEFAULT 0,
  leased_until BIGINT  NOT NULL DEFAULT 0,
  owner        TEXT,
  epoch        BIGINT  NOT NULL DEFAULT 0,
  gap_ms       BIGINT  NOT NULL DEFAULT 0,
  lost         INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX host_queue_due ON host_queue (due_at);

CREATE TABLE articles (
  id            ${serial},
  source_id     TEXT    NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  guid          TEXT,
  title         TEXT    NOT NULL,
  link          TEXT,
  author        TEXT,
  summary       TEXT    NOT NULL,
  tags          TEXT    NOT NULL,
  published_at  BIGINT,
  updated_at    BIGINT,
  content_hash  TEXT    NOT NULL,
  revision      INTEGER NOT NULL DEFAULT 1,
  first_seen_at BIGINT  NOT NULL,
  changed_at    BIGINT  NOT NULL
);
CREATE INDEX articles_by_source ON articles (source_id, id);
CREATE INDEX articles_by_content ON articles (content_hash);

-- What an article was before it changed.
CREATE TABLE revisions (
  article_id   BIGINT  NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  revision     INTEGER NOT NULL,
  title        TEXT    NOT NULL,
  link         TEXT,
  author       TEXT,
  summary      TEXT    NOT NULL,
  tags         TEXT    NOT NULL,
  content_hash TEXT    NOT NULL,
  replaced_at  BIGINT  NOT NULL,
  PRIMARY KEY (article_id, revision)
);

-- Every key that an entry was ever known by; it outlives the article, so that nothing old is new again.
CREATE TABLE seen_keys (
  source_id  TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  key        TEXT NOT NULL,
  article_id BIGINT REFERENCES articles (id) ON DELETE SET NULL,
  PRIMARY KEY (source_id, key)
);
CREATE INDEX seen_keys_by_article ON seen_keys (article_id);

CREATE TABLE polls (
  id               ${serial},
  source_id        TEXT    NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  ended_at         BIGINT  NOT NULL,
  duration_ms      BIGINT  NOT NULL,
  outcome          TEXT    NOT NULL CHECK (outcome IN ('fresh', 'not_modified', 'failed', 'superseded')),
  error_type       TEXT    CHECK (error_type IN (${error_types})),
  cause            TEXT,
  status_code      INTEGER NOT NULL,
  retry_count      INTEGER NOT NULL,
  bytes            BIGINT  NOT NULL,
  inserted         INTEGER NOT NULL,
  updated          INTEGER NOT NULL,
  skipped          INTEGER NOT NULL,
  next_poll_at     BIGINT,
  next_poll_reason TEXT    NOT NULL
);
CREATE INDEX polls_by_source ON polls (source_id, ended_at);

-- The audit: every change of standing, with who, why and from what evidence.
CREATE TABLE transitions (
  id        ${serial},
  source_id TEXT   NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  at        BIGINT NOT NULL,
  kind      TEXT   NOT NULL CHECK (kind IN ('disabled', 'enabled', 'renewed')),
  reason    TEXT,
  done_by   TEXT   NOT NULL,
  evidence  TEXT   NOT NULL
);
CREATE INDEX transitions_by_source ON transitions (source_id, at);
