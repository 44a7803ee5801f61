-- For LIKE '%part%'. Where the extension may not be made or is missing, a search reads all texts instead; who makes it
-- later makes the index by this statement too.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX sources_by_part ON sources USING GIN (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'sources are searched without an index: %', SQLERRM;
END
$$;
