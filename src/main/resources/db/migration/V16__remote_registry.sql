-- Which registry this is; made when a crawler asks for it first.
CREATE TABLE registry_identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id  TEXT    NOT NULL
);

-- In the database of a crawler: whose sources these are. One process at a time speaks to the registry, under a lease.
CREATE TABLE followed_registry (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  id           TEXT    NOT NULL,
  url          TEXT    NOT NULL,
  synced_at    BIGINT,
  refused      BIGINT  NOT NULL DEFAULT 0,
  owner        TEXT,
  leased_until BIGINT  NOT NULL DEFAULT 0
);

-- The registry's revision of each source as it was taken over, or as our own report made it; 0 is not known any more.
CREATE TABLE followed_sources (
  source_id TEXT   PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  revision  BIGINT NOT NULL
);

-- What the policy decided here and the registry has not heard yet, in the order of the ids; no reason means enabled.
CREATE TABLE registry_reports (
  id        ${serial},
  source_id TEXT   NOT NULL REFERENCES followed_sources (source_id) ON DELETE CASCADE,
  revision  BIGINT NOT NULL,
  reason    TEXT   CHECK (reason IN (${error_types})),
  since     BIGINT NOT NULL,
  until     BIGINT,
  evidence  TEXT   NOT NULL,
  CHECK ((reason IS NULL) = (until IS NULL))
);
CREATE INDEX registry_reports_by_source ON registry_reports (source_id, id);
