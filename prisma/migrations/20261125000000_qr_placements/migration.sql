-- Named places where a link's QR code hangs. A new table: its foreign keys check no rows, and hold their locks on
-- short_urls and users only for a moment. The previous version neither reads nor writes it.
CREATE TABLE "qr_placements" (
    "url_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qr_placements_pkey" PRIMARY KEY ("url_id", "name"),
    CONSTRAINT "qr_placements_name_check" CHECK ("name" ~ '^[a-z0-9-]{2,32}$'),
    CONSTRAINT "qr_placements_url_id_fkey" FOREIGN KEY ("url_id") REFERENCES "short_urls"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "qr_placements_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Counts by placement, like those by hour, exist for links only: a link that moves leaves its own out of those of its
-- groups. Replaces a function, which locks no table; the previous version counts no placements and works the same.

-- A group's clicks are those of the links that are in it now: a link that moves takes its own along.
-- The lock is the one under which the drain adds to groups (lib/clicks/locks.ts), always after the
-- rows of the links are locked; so no two can wait for each other.
CREATE OR REPLACE FUNCTION "move_click_days"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  link_ids uuid[];
  group_ids uuid[];
  signs int[];
BEGIN
  -- Summed rather than joined: a plan made for one link would compare each of many with each.
  SELECT array_agg(id), array_agg(group_id), array_agg(sign) INTO link_ids, group_ids, signs
  FROM (
    SELECT id, group_id, sum(times)::int AS sign
    FROM (
      SELECT id, group_id, -1 AS times FROM removed WHERE group_id IS NOT NULL
      UNION ALL
      SELECT id, group_id, 1 FROM added WHERE group_id IS NOT NULL
    ) AS both_tables
    GROUP BY id, group_id
  ) AS sums
  WHERE sign <> 0;
  IF link_ids IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('click_days_of_many'));
  WITH moved AS MATERIALIZED (
    SELECT group_id, sign, day, is_bot, total, qr, visitors, counts
    FROM unnest(link_ids, group_ids, signs) AS moves (link_id, group_id, sign)
    JOIN click_days ON scope_id = link_id
  ),
  totals AS (
    SELECT group_id, day, is_bot, sum(sign * total) AS total, sum(sign * qr) AS qr, sum(sign * visitors) AS visitors
    FROM moved GROUP BY group_id, day, is_bot
  ),
  named AS (
    SELECT group_id, day, is_bot, key, sum(sign * value::bigint)::bigint AS count
    FROM moved, json_each_text(counts) WHERE NOT starts_with(key, 'hour:') AND NOT starts_with(key, 'placement:')
    GROUP BY group_id, day, is_bot, key
  ),
  merged AS (
    SELECT group_id, day, is_bot, json_object_agg(key, count) AS counts
    FROM named WHERE count <> 0 GROUP BY group_id, day, is_bot
  )
  INSERT INTO click_days AS kept (scope_id, day, is_bot, scope, total, qr, visitors, counts)
  SELECT group_id, day, is_bot, 'group', total, qr, visitors, coalesce(counts, '{}')
  FROM totals LEFT JOIN merged USING (group_id, day, is_bot)
  ON CONFLICT (scope_id, day, is_bot) DO UPDATE SET
    total = kept.total + excluded.total,
    qr = kept.qr + excluded.qr,
    visitors = kept.visitors + excluded.visitors,
    counts = add_click_counts(kept.counts, excluded.counts, 1);
  DELETE FROM click_days WHERE scope_id = ANY (group_ids) AND total = 0;
  RETURN NULL;
END
$$;
