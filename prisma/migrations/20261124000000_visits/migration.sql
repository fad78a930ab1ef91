-- Clicks in half the space: user agents, referrers and places are stored once and referenced. Only adds, so that the
-- previous version runs beside this one. It goes on writing "clicks", whose rows the worker moves to "visits" in small
-- steps (background_migrations); every row is in exactly one of the two. Locks no table that is in use.

-- CreateTable
CREATE TABLE "visits" (
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "visitor" BIGINT,
    "url_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_agent_id" INTEGER NOT NULL DEFAULT 0,
    "referrer_id" INTEGER NOT NULL DEFAULT 0,
    "place_id" INTEGER NOT NULL DEFAULT 0,
    "is_qr" BOOLEAN NOT NULL DEFAULT false,
    "is_bot" BOOLEAN NOT NULL DEFAULT false,
    "ip_address" INET,
    "language" TEXT NOT NULL DEFAULT '',
    "placement" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "visits_pkey" PRIMARY KEY ("url_id","occurred_at","id")
) PARTITION BY RANGE ("occurred_at");

-- CreateIndex
CREATE INDEX "visits_occurred_at_idx" ON "visits" USING BRIN ("occurred_at");

-- CreateTable
CREATE TABLE "user_agents" (
    "id" SERIAL NOT NULL,
    "digest" UUID,
    "last_month" DATE NOT NULL,
    "added_on" DATE NOT NULL DEFAULT CURRENT_DATE,
    "user_agent" TEXT,
    "device_type" TEXT,
    "os" TEXT,
    "browser" TEXT,

    CONSTRAINT "user_agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referrers" (
    "id" SERIAL NOT NULL,
    "digest" UUID,
    "last_month" DATE NOT NULL,
    "added_on" DATE NOT NULL DEFAULT CURRENT_DATE,
    "referer" TEXT,
    "referrer_host" TEXT,

    CONSTRAINT "referrers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "places" (
    "id" SERIAL NOT NULL,
    "digest" UUID,
    "last_month" DATE NOT NULL,
    "added_on" DATE NOT NULL DEFAULT CURRENT_DATE,
    "country" TEXT,
    "city" TEXT,

    CONSTRAINT "places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visitor_days" (
    "day" DATE NOT NULL,

    CONSTRAINT "visitor_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "background_migrations" (
    "name" TEXT NOT NULL,
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "background_migrations_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_agents_digest_key" ON "user_agents"("digest");

-- CreateIndex
CREATE INDEX "user_agents_added_on_idx" ON "user_agents"("added_on");

-- CreateIndex
CREATE UNIQUE INDEX "referrers_digest_key" ON "referrers"("digest");

-- CreateIndex
CREATE INDEX "referrers_added_on_idx" ON "referrers"("added_on");

-- CreateIndex
CREATE UNIQUE INDEX "places_digest_key" ON "places"("digest");

-- CreateIndex
CREATE INDEX "places_added_on_idx" ON "places"("added_on");

-- What follows is beyond Prisma's schema language.

-- For clicks of many links, newest first (lib/clicks/newest.ts).
CREATE INDEX "visits_minute_idx" ON "visits" (date_bin('1 minute', "occurred_at", '2000-01-01 00:00:00+00'::timestamptz));

-- Changes when rows of user_agents, referrers or places are deleted: processes then forget the ids that they know.
CREATE SEQUENCE "click_values_generation";
-- So that the next call changes last_value.
SELECT nextval('click_values_generation');

-- Creates the partition of visits for a moment, unless it exists.
CREATE FUNCTION "ensure_visit_partition"("moment" timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  partition_name text := 'visits_' || to_char(first_day, 'YYYY_MM');
BEGIN
  IF to_regclass(partition_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_visit_partition'));
  EXECUTE format(
    'CREATE TABLE IF NOT EXISTS %I PARTITION OF visits FOR VALUES FROM (%L) TO (%L)',
    partition_name,
    first_day AT TIME ZONE 'UTC',
    (first_day + interval '1 month') AT TIME ZONE 'UTC'
  );
END
$$;

-- The visitor of a row of clicks as visits stores it: the first 64 of its 132 bits.
CREATE FUNCTION "visitor_of_hash"("visitor_hash" text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || encode(substr(CASE
    WHEN visitor_hash ~ '^[A-Za-z0-9_-]{22}$' THEN decode(translate(left(visitor_hash, 12), '-_', '+/'), 'base64')
    ELSE sha256(convert_to(visitor_hash, 'UTF8'))
  END, 1, 8), 'hex'))::bit(64)::bigint
$$;

-- Clicks with their values. Subqueries rather than joins, so that conditions and orders reach the indexes of visits, and
-- values that nobody asks for are not looked up.
CREATE VIEW "converted_clicks" AS
SELECT url_id, occurred_at, id,
       (CASE WHEN is_qr THEN 'qr' ELSE 'direct' END)::access_method AS access_method,
       is_bot,
       host(ip_address) AS ip_address,
       (SELECT referer FROM referrers WHERE referrers.id = referrer_id) AS referer,
       (SELECT user_agent FROM user_agents WHERE user_agents.id = user_agent_id) AS user_agent,
       (SELECT device_type FROM user_agents WHERE user_agents.id = user_agent_id) AS device_type,
       (SELECT os FROM user_agents WHERE user_agents.id = user_agent_id) AS os,
       (SELECT browser FROM user_agents WHERE user_agents.id = user_agent_id) AS browser,
       (SELECT referrer_host FROM referrers WHERE referrers.id = referrer_id) AS referrer_host,
       (SELECT country FROM places WHERE places.id = place_id) AS country,
       (SELECT city FROM places WHERE places.id = place_id) AS city,
       nullif(language, '') AS language,
       nullif(placement, '') AS placement,
       visitor
FROM visits;

-- The same of those that are not converted yet.
CREATE VIEW "unconverted_clicks" AS
SELECT url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent, device_type, os, browser,
       referrer_host, country, NULL::text AS city, NULL::text AS language, NULL::text AS placement,
       visitor_of_hash(visitor_hash) AS visitor
FROM clicks;

-- All stored clicks. The planner treats it like a partitioned table.
CREATE VIEW "stored_clicks" AS
SELECT * FROM converted_clicks UNION ALL SELECT * FROM unconverted_clicks;
