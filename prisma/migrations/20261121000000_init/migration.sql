-- CreateEnum
CREATE TYPE "role" AS ENUM ('overall_admin', 'group_admin', 'shortcode_admin');

-- CreateEnum
CREATE TYPE "user_status" AS ENUM ('active', 'paused', 'deleted', 'locked');

-- CreateEnum
CREATE TYPE "url_status" AS ENUM ('active', 'paused', 'deleted');

-- CreateEnum
CREATE TYPE "access_method" AS ENUM ('qr', 'direct');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "role" "role" NOT NULL DEFAULT 'shortcode_admin',
    "status" "user_status" NOT NULL DEFAULT 'active',
    "url_limit" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "session_token" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("session_token")
);

-- CreateTable
CREATE TABLE "verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "browser_hash" TEXT,

    CONSTRAINT "verification_tokens_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "groups" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "user_limit" INTEGER NOT NULL DEFAULT 1000,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_memberships" (
    "user_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_memberships_pkey" PRIMARY KEY ("user_id","group_id")
);

-- CreateTable
CREATE TABLE "short_urls" (
    "id" UUID NOT NULL,
    "short_code" TEXT NOT NULL,
    "original_url" TEXT NOT NULL,
    "status" "url_status" NOT NULL DEFAULT 'active',
    "click_count" BIGINT NOT NULL DEFAULT 0,
    "created_by_id" UUID NOT NULL,
    "group_id" UUID,
    "favicon_host" TEXT,
    "qr_generated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "short_urls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "clicks" (
    "url_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID NOT NULL,
    "access_method" "access_method" NOT NULL,
    "is_bot" BOOLEAN NOT NULL DEFAULT false,
    "ip_address" TEXT,
    "referer" TEXT,
    "user_agent" TEXT,
    "device_type" TEXT,
    "os" TEXT,
    "browser" TEXT,
    "referrer_host" TEXT,
    "country" TEXT,
    "visitor_hash" TEXT,

    CONSTRAINT "clicks_pkey" PRIMARY KEY ("url_id","occurred_at","id")
) PARTITION BY RANGE ("occurred_at");

-- CreateTable
CREATE TABLE "click_rollups" (
    "url_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "click_rollups_pkey" PRIMARY KEY ("url_id","day","dimension","value")
);

-- CreateTable
CREATE TABLE "spool_positions" (
    "segment" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spool_positions_pkey" PRIMARY KEY ("segment")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "rate_limit" INTEGER NOT NULL DEFAULT 100,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "api_key_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "response" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "favicons" (
    "host" TEXT NOT NULL,
    "image" BYTEA,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "favicons_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor_label" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_label" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_status_role_idx" ON "users"("status", "role");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_idx" ON "sessions"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "verification_tokens_token_key" ON "verification_tokens"("token");

-- CreateIndex
CREATE INDEX "verification_tokens_expires_idx" ON "verification_tokens"("expires");

-- CreateIndex
CREATE INDEX "group_memberships_group_id_idx" ON "group_memberships"("group_id");

-- CreateIndex
CREATE INDEX "short_urls_created_by_id_status_idx" ON "short_urls"("created_by_id", "status");

-- CreateIndex
CREATE INDEX "short_urls_group_id_idx" ON "short_urls"("group_id");

-- CreateIndex
CREATE INDEX "short_urls_created_at_id_idx" ON "short_urls"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "clicks_occurred_at_idx" ON "clicks"("occurred_at");

-- CreateIndex
CREATE INDEX "click_rollups_day_dimension_idx" ON "click_rollups"("day", "dimension");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_group_id_created_at_idx" ON "api_keys"("group_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "audit_entries_occurred_at_id_idx" ON "audit_entries"("occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_subject_type_subject_id_idx" ON "audit_entries"("subject_type", "subject_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "short_urls" ADD CONSTRAINT "short_urls_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "short_urls" ADD CONSTRAINT "short_urls_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is beyond Prisma's schema language.

-- Short codes are unique without regard to case, and shown as typed.
CREATE UNIQUE INDEX "short_urls_short_code_key" ON "short_urls" (lower("short_code"));

-- Addresses are stored in lower case, which makes users_email_key unique on lower(email).
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_check" CHECK ("email" = lower("email"));
ALTER TABLE "users" ADD CONSTRAINT "users_url_limit_check" CHECK ("url_limit" BETWEEN 1 AND 100);
ALTER TABLE "groups" ADD CONSTRAINT "groups_user_limit_check" CHECK ("user_limit" BETWEEN 1 AND 100000);

-- Makes the partition of clicks that holds a moment; does nothing when it stands.
CREATE FUNCTION "ensure_click_partition"("moment" timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  partition_name text := 'clicks_' || to_char(first_day, 'YYYY_MM');
BEGIN
  IF to_regclass(partition_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_click_partition'));
  EXECUTE format(
    'CREATE TABLE IF NOT EXISTS %I PARTITION OF clicks FOR VALUES FROM (%L) TO (%L)',
    partition_name,
    first_day AT TIME ZONE 'UTC',
    (first_day + interval '1 month') AT TIME ZONE 'UTC'
  );
END
$$;

-- Tells every process that caches redirects which code it must look up again.
CREATE FUNCTION "notify_short_url_changed"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('short_url_changed', lower(OLD.short_code));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND lower(NEW.short_code) <> lower(OLD.short_code)) THEN
    PERFORM pg_notify('short_url_changed', lower(NEW.short_code));
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "short_urls_changed"
AFTER INSERT OR DELETE OR UPDATE OF "short_code", "original_url", "status" ON "short_urls"
FOR EACH ROW EXECUTE FUNCTION "notify_short_url_changed"();

-- Whoever may no longer sign in, or no longer has that address, loses every session and open link
-- in the same transaction, whichever way the row was changed.
CREATE FUNCTION "revoke_user_access"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = OLD.id;
  DELETE FROM verification_tokens WHERE identifier IN (OLD.email, NEW.email);
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_access_revoked"
AFTER UPDATE ON "users"
FOR EACH ROW
WHEN ((OLD.status = 'active' AND NEW.status <> 'active') OR OLD.email <> NEW.email)
EXECUTE FUNCTION "revoke_user_access"();
