-- CreateEnum
CREATE TYPE "click_scope" AS ENUM ('all', 'group', 'link');

-- CreateTable
CREATE TABLE "click_days" (
    "scope_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "is_bot" BOOLEAN NOT NULL,
    "scope" "click_scope" NOT NULL,
    "total" BIGINT NOT NULL,
    "qr" BIGINT NOT NULL DEFAULT 0,
    "visitors" BIGINT NOT NULL DEFAULT 0,
    "counts" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "click_days_pkey" PRIMARY KEY ("scope_id","day","is_bot")
);

-- CreateTable
CREATE TABLE "click_visitors" (
    "day" DATE NOT NULL,
    "visitor" UUID NOT NULL,

    CONSTRAINT "click_visitors_pkey" PRIMARY KEY ("day","visitor")
);

-- CreateTable
CREATE TABLE "click_visitor_days" (
    "day" DATE NOT NULL,

    CONSTRAINT "click_visitor_days_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "click_days_day_idx" ON "click_days"("day");

-- What follows is beyond Prisma's schema language.

-- The rows of today are updated again and again: the room lets a new version stand beside the old.
ALTER TABLE "click_days" SET (fillfactor = 85);

-- Carries over what was counted so far: totals, access methods and bots by link. Nothing else was.
INSERT INTO click_days (scope_id, day, is_bot, scope, total, qr)
SELECT url_id, day, dimension = 'bot', 'link',
       coalesce(sum(count) FILTER (WHERE dimension IN ('total', 'bot')), 0),
       coalesce(sum(count) FILTER (WHERE dimension = 'access_method' AND value = 'qr'), 0)
FROM click_rollups
WHERE dimension IN ('total', 'access_method', 'bot')
GROUP BY url_id, day, dimension = 'bot';

INSERT INTO click_days (scope_id, day, is_bot, scope, total, qr)
SELECT group_id, day, is_bot, 'group', sum(total), sum(qr)
FROM click_days JOIN short_urls ON short_urls.id = click_days.scope_id
WHERE scope = 'link' AND group_id IS NOT NULL
GROUP BY group_id, day, is_bot;

INSERT INTO click_days (scope_id, day, is_bot, scope, total, qr)
SELECT '00000000-0000-0000-0000-000000000000', day, is_bot, 'all', sum(total), sum(qr)
FROM click_days WHERE scope = 'link' GROUP BY day, is_bot;

DROP TABLE "click_rollups";

-- The same numbers one by one, for reading by hand. It has the shape of the table that was here, which
-- a server of the version before goes on reading while it is replaced; its clicks wait in its spool.
CREATE VIEW "click_rollups" AS
SELECT scope_id AS url_id, day, dimension, value, count
FROM click_days, LATERAL (
  SELECT 'bot' AS dimension, '' AS value, total AS count WHERE is_bot
  UNION ALL SELECT 'total', '', total WHERE NOT is_bot
  UNION ALL SELECT 'access_method', 'qr', qr WHERE NOT is_bot AND qr > 0
  UNION ALL SELECT 'access_method', 'direct', total - qr WHERE NOT is_bot AND total > qr
  UNION ALL SELECT 'visitors', '', visitors WHERE NOT is_bot AND visitors > 0
  UNION ALL SELECT split_part(key, ':', 1), substr(key, strpos(key, ':') + 1), value::bigint
  FROM json_each_text(counts) WHERE NOT is_bot
) AS counted
WHERE scope = 'link';

-- Adds to counts by name those of another row, `times` over (-1 takes them away).
CREATE FUNCTION "add_click_counts"("one" json, "other" json, "times" int) RETURNS json
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(json_object_agg(key, count), '{}')
  FROM (
    SELECT key, sum(count)::bigint AS count
    FROM (
      SELECT key, value::bigint AS count FROM json_each_text(one)
      UNION ALL
      SELECT key, times * value::bigint FROM json_each_text(other)
    ) AS both_rows
    GROUP BY key
  ) AS sums
  WHERE count <> 0
$$;

-- A group's clicks are those of the links that are in it now: a link that moves takes its own along.
-- The lock is the one under which the drain adds to groups (lib/clicks/locks.ts), always after the
-- rows of the links are locked; so no two can wait for each other.
CREATE FUNCTION "move_click_days"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  move record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('click_days_of_many'));
  FOR move IN
    SELECT * FROM (VALUES (OLD.group_id, -1), (NEW.group_id, 1)) AS moves (group_id, times) WHERE group_id IS NOT NULL
  LOOP
    INSERT INTO click_days AS kept (scope_id, day, is_bot, scope, total, qr, visitors, counts)
    SELECT move.group_id, day, is_bot, 'group', move.times * total, move.times * qr, move.times * visitors, counts
    FROM click_days WHERE scope_id = NEW.id
    ON CONFLICT (scope_id, day, is_bot) DO UPDATE SET
      total = kept.total + excluded.total,
      qr = kept.qr + excluded.qr,
      visitors = kept.visitors + excluded.visitors,
      counts = add_click_counts(kept.counts, excluded.counts, move.times);
  END LOOP;
  DELETE FROM click_days WHERE scope_id = OLD.group_id AND total = 0;
  RETURN NULL;
END
$$;

CREATE TRIGGER "short_urls_moved"
AFTER UPDATE OF "group_id" ON "short_urls"
FOR EACH ROW
WHEN (OLD.group_id IS DISTINCT FROM NEW.group_id)
EXECUTE FUNCTION "move_click_days"();
