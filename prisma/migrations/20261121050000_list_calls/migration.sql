-- For lists in their orders; docs/decisions/0060 says why click_count has no index.
CREATE INDEX "short_urls_original_url_id_idx" ON "short_urls"("original_url", "id");
CREATE INDEX "short_urls_group_id_id_idx" ON "short_urls"("group_id", "id");
DROP INDEX "short_urls_group_id_idx";
CREATE INDEX "audit_entries_actor_id_occurred_at_id_idx" ON "audit_entries"("actor_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_entries_action_occurred_at_id_idx" ON "audit_entries"("action", "occurred_at" DESC, "id" DESC);

-- Room on each page for the next count of clicks, which then touches no index.
ALTER TABLE "short_urls" SET (fillfactor = 90);

-- How many links there are by status, as changes to be summed up: writers of a running total
-- would wait for each other.
CREATE TABLE "short_url_counts" (
    "id" BIGSERIAL NOT NULL,
    "status" "url_status" NOT NULL,
    "change" BIGINT NOT NULL,

    CONSTRAINT "short_url_counts_pkey" PRIMARY KEY ("id")
);

-- Sums up the changes that no other transaction is summing up.
CREATE FUNCTION "fold_short_url_counts"() RETURNS void
LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM short_url_counts WHERE id IN (SELECT id FROM short_url_counts FOR UPDATE SKIP LOCKED)
    RETURNING status, change
  )
  INSERT INTO short_url_counts (status, change) SELECT status, sum(change) FROM folded GROUP BY status
$$;

CREATE FUNCTION "count_short_urls"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO short_url_counts (status, change) SELECT status, count(*) FROM added GROUP BY status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO short_url_counts (status, change) SELECT status, -count(*) FROM removed GROUP BY status;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO short_url_counts (status, change) VALUES (OLD.status, -1), (NEW.status, 1);
  ELSE
    DELETE FROM short_url_counts;
  END IF;
  IF random() < 0.02 THEN
    PERFORM fold_short_url_counts();
  END IF;
  RETURN NULL;
END
$$;

-- The first of these keeps writers out until the end of this transaction: the first count is right.
CREATE TRIGGER "short_urls_counted_insert" AFTER INSERT ON "short_urls"
REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_short_urls"();
CREATE TRIGGER "short_urls_counted_delete" AFTER DELETE ON "short_urls"
REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_short_urls"();
CREATE TRIGGER "short_urls_counted_status" AFTER UPDATE OF "status" ON "short_urls"
FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION "count_short_urls"();
CREATE TRIGGER "short_urls_counted_truncate" AFTER TRUNCATE ON "short_urls"
FOR EACH STATEMENT EXECUTE FUNCTION "count_short_urls"();
INSERT INTO "short_url_counts" ("status", "change") SELECT "status", count(*) FROM "short_urls" GROUP BY "status";

-- Makes the index for parts of codes and destinations, where the database lets its owner have
-- pg_trgm. Asked again at each start; false: searches read the whole table (docs/decisions/0061).
CREATE FUNCTION "ensure_search_index"() RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_search_index'));
  IF to_regclass('short_urls_search_idx') IS NOT NULL THEN
    RETURN true;
  END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX short_urls_search_idx ON short_urls USING gin (short_code gin_trgm_ops, original_url gin_trgm_ops);
  RETURN true;
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RETURN false;
END
$$;
SELECT "ensure_search_index"();
