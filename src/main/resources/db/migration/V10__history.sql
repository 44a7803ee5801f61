-- What a poll's last attempt spent its time on, and how late the poll began; NULL where nobody measured.
ALTER TABLE polls ADD COLUMN lag_ms BIGINT;
ALTER TABLE polls ADD COLUMN dns_ms INTEGER;
ALTER TABLE polls ADD COLUMN connect_ms INTEGER;
ALTER TABLE polls ADD COLUMN tls_ms INTEGER;
ALTER TABLE polls ADD COLUMN first_byte_ms INTEGER;

-- Polls by the hour in which they ended (epoch milliseconds of its beginning): what is drawn of a month, and what is left
-- when the polls themselves are forgotten. error_type is empty but for failures.
CREATE TABLE poll_hours (
  hour        BIGINT NOT NULL,
  outcome     TEXT   NOT NULL,
  error_type  TEXT   NOT NULL,
  polls       BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  retries     BIGINT NOT NULL,
  bytes       BIGINT NOT NULL,
  inserted    BIGINT NOT NULL,
  updated     BIGINT NOT NULL,
  PRIMARY KEY (hour, outcome, error_type)
);
-- One row: the last poll that is in poll_hours.
CREATE TABLE poll_hours_place (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  at_poll BIGINT  NOT NULL
);
INSERT INTO poll_hours_place (id, at_poll) VALUES (1, 0);
