-- Splits the history of polls into months, for installations on PostgreSQL that write more of it than a DELETE can clear away.
-- Run it with psql while no Feedwarden process is running; run it again each month (or from cron) to make the months to come.
-- Old months go with: DROP TABLE polls_2026_11;
BEGIN;

DO $$
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'polls'::regclass) = 'p' THEN
    RETURN;
  END IF;
  ALTER TABLE polls RENAME TO polls_before;
  ALTER INDEX polls_by_source RENAME TO polls_before_by_source;
  ALTER TABLE polls_before ALTER COLUMN id DROP IDENTITY;
  ALTER TABLE polls_before DROP CONSTRAINT polls_pkey;
  CREATE SEQUENCE polls_numbers;
  PERFORM setval('polls_numbers', (SELECT coalesce(max(id), 0) + 1 FROM polls_before));
  CREATE TABLE polls (LIKE polls_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (ended_at);
  ALTER TABLE polls ALTER COLUMN id SET DEFAULT nextval('polls_numbers');
  CREATE INDEX polls_by_id ON polls (id);
  CREATE INDEX polls_by_source ON polls (source_id, ended_at);
  EXECUTE format(
    'ALTER TABLE polls ATTACH PARTITION polls_before FOR VALUES FROM (MINVALUE) TO (%s)',
    (extract(epoch FROM date_trunc('month', now()) + interval '1 month') * 1000)::bigint);
END $$;

DO $$
DECLARE
  month timestamptz := date_trunc('month', now()) + interval '1 month';
BEGIN
  FOR i IN 1..3 LOOP
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF polls FOR VALUES FROM (%s) TO (%s)',
      'polls_' || to_char(month, 'YYYY_MM'),
      (extract(epoch FROM month) * 1000)::bigint,
      (extract(epoch FROM month + interval '1 month') * 1000)::bigint);
    month := month + interval '1 month';
  END LOOP;
END $$;

-- Whatever the calendar says, a poll must be written.
CREATE TABLE IF NOT EXISTS polls_else PARTITION OF polls DEFAULT;

COMMIT;
