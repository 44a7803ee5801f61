-- Summary and body of an article in one compressed piece; those of older rows stay in their columns.
ALTER TABLE articles ADD COLUMN packed BYTEA;
ALTER TABLE revisions ADD COLUMN packed BYTEA;
