-- Creates the partition of visits for a moment, unless it exists. It is attached, which neither waits for readers and
-- writers, such as a backup, nor makes them wait. Whoever locks the table otherwise is waited for a second.
CREATE OR REPLACE FUNCTION "ensure_visit_partition"("moment" timestamptz) RETURNS void
LANGUAGE plpgsql
-- So that what is set below ends with the function.
SET lock_timeout = 0
AS $$
DECLARE
  first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  partition_name text := 'visits_' || to_char(first_day, 'YYYY_MM');
BEGIN
  IF to_regclass(partition_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_visit_partition'));
  -- Another transaction may just have made it, which to_regclass, having cached that there was none, may not see.
  IF EXISTS (
    SELECT FROM pg_class WHERE relname = partition_name AND relispartition
      AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'visits'::regclass)
  ) THEN
    RETURN;
  END IF;
  SET LOCAL lock_timeout = '1s';
  EXECUTE format(
    'CREATE TABLE %I (LIKE visits INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)',
    partition_name
  );
  EXECUTE format(
    'ALTER TABLE visits ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    partition_name,
    first_day AT TIME ZONE 'UTC',
    (first_day + interval '1 month') AT TIME ZONE 'UTC'
  );
END
$$;
