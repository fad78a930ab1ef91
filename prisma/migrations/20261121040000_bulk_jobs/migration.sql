-- CreateTable
CREATE TABLE "bulk_jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "total_urls" INTEGER NOT NULL,
    "updated_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "position" UUID,
    "worker_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "started_by_id" UUID NOT NULL,
    "started_by_label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_job_failures" (
    "job_id" UUID NOT NULL,
    "url_id" UUID NOT NULL,
    "short_code" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "bulk_job_failures_pkey" PRIMARY KEY ("job_id","url_id")
);

-- CreateTable
CREATE TABLE "qr_codes" (
    "url_id" UUID NOT NULL,
    "base_url" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "etag" TEXT NOT NULL,
    "generated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "qr_codes_pkey" PRIMARY KEY ("url_id")
);

-- CreateIndex
CREATE INDEX "bulk_jobs_created_at_idx" ON "bulk_jobs"("created_at" DESC);

-- AddForeignKey
ALTER TABLE "bulk_job_failures" ADD CONSTRAINT "bulk_job_failures_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "bulk_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_url_id_fkey" FOREIGN KEY ("url_id") REFERENCES "short_urls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows is beyond Prisma's schema language.

ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_kind_check" CHECK ("kind" IN ('regenerate-qr', 'refresh-favicons'));
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_state_check" CHECK ("state" IN ('waiting', 'running', 'done', 'cancelled', 'failed'));

-- Of each kind one at a time: null is no duplicate of null.
CREATE UNIQUE INDEX "bulk_jobs_one_of_a_kind_key" ON "bulk_jobs" ((CASE WHEN "state" IN ('waiting', 'running') THEN "kind" END));
