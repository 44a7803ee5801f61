-- Tokens that were called back before their end, until which they must be remembered.
CREATE TABLE revoked_tokens (
  jti        TEXT   PRIMARY KEY,
  until      BIGINT NOT NULL,
  revoked_at BIGINT NOT NULL
);
CREATE INDEX revoked_tokens_by_end ON revoked_tokens (until);

-- What was answered to a request that carried an Idempotency-Key; no status while it is being done.
CREATE TABLE answers (
  subject  TEXT    NOT NULL,
  key      TEXT    NOT NULL,
  request  TEXT    NOT NULL,
  begun_at BIGINT  NOT NULL,
  status   INTEGER,
  headers  TEXT,
  body     TEXT,
  PRIMARY KEY (subject, key)
);
CREATE INDEX answers_by_subject ON answers (subject, begun_at);
CREATE INDEX answers_by_age ON answers (begun_at);
