-- Clicks by day of a user's links, deleted ones included, beside those of links, groups and all links. The value is used
-- by statements of later transactions only, as Postgres demands.
ALTER TYPE "click_scope" ADD VALUE 'user';

-- Days whose rows of users are not complete: those before this migration, and those to which the previous version has
-- written since. The worker counts them.
CREATE TABLE "user_days_due" (
    "day" DATE NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_days_due_pkey" PRIMARY KEY ("day")
);

-- Only the previous version adds clicks to this table, or removes some by statements on all of it, and counts them in
-- the same transaction, later. It knows the time zone, this function doesn't: zones are up to 12 hours behind UTC, or 14
-- ahead. A mark is locked until that transaction ends, so that it can't be taken for one of a day that is counted; in
-- the order of the days, which avoids deadlocks.
CREATE FUNCTION "mark_user_days"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_days_due (day, marked_at)
  SELECT day, clock_timestamp()
  FROM (
    SELECT DISTINCT (occurred_at AT TIME ZONE 'UTC' + ahead)::date AS day
    FROM changed, (VALUES (interval '-12 hours'), (interval '0'), (interval '14 hours')) AS zone (ahead)
  ) AS days
  ORDER BY day
  ON CONFLICT (day) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END
$$;

CREATE TRIGGER "clicks_added"
AFTER INSERT ON "clicks"
REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT
EXECUTE FUNCTION "mark_user_days"();

CREATE TRIGGER "clicks_removed"
AFTER DELETE ON "clicks"
REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT
EXECUTE FUNCTION "mark_user_days"();

-- A few thousand at most. Creating the triggers has waited for those who were writing. Builds between the previous
-- version and this one store clicks elsewhere, and mark nothing: today is left for a while, until they have stopped.
INSERT INTO "user_days_due" ("day", "marked_at")
SELECT DISTINCT "day",
       CASE WHEN "day" < current_date - 1 THEN '-infinity'::timestamptz ELSE now() + interval '10 minutes' END
FROM "click_days" WHERE "scope_id" = '00000000-0000-0000-0000-000000000000';
