-- Who is told, and how far. at_turn and at_id are the place in the outbox up to which everything was taken, was refused for
-- good, or was not for this destination.
CREATE TABLE destinations (
  name         TEXT    PRIMARY KEY,
  at_turn      BIGINT  NOT NULL,
  at_id        BIGINT  NOT NULL,
  tries        INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  not_before   BIGINT  NOT NULL DEFAULT 0,
  trouble      TEXT,
  taken        BIGINT  NOT NULL DEFAULT 0,
  taken_at     BIGINT,
  dropped      BIGINT  NOT NULL DEFAULT 0,
  untold       BIGINT  NOT NULL DEFAULT 0, -- of those dropped: what the destination has not been told of yet
  digest_at    BIGINT,                     -- when the next daily digest is due
  owner        TEXT,                       -- the process that serves it
  leased_until BIGINT  NOT NULL DEFAULT 0,
  created_at   BIGINT  NOT NULL
);

-- What a destination has been told to be wrong and not yet to be over; message is how it knows its own message again.
CREATE TABLE episodes (
  destination TEXT   NOT NULL REFERENCES destinations (name) ON DELETE CASCADE,
  key         TEXT   NOT NULL,
  title       TEXT   NOT NULL,
  message     TEXT,
  opened_at   BIGINT NOT NULL,
  PRIMARY KEY (destination, key)
);

-- What a destination refused three times, ready to be sent again.
CREATE TABLE dead_letters (
  id          ${serial},
  destination TEXT    NOT NULL REFERENCES destinations (name) ON DELETE CASCADE,
  letter_id   TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  title       TEXT    NOT NULL,
  body        TEXT    NOT NULL,
  reason      TEXT    NOT NULL,
  buried_at   BIGINT  NOT NULL
);
CREATE INDEX dead_letters_by_destination ON dead_letters (destination, id);
