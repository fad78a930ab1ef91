-- What people are shown of their sessions. The table has one row a signed-in browser: filling "id"
-- in, which rewrites it, takes a moment. The defaults serve the version before, which knows none of
-- these columns.
ALTER TABLE "sessions"
    ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN "browser" TEXT,
    ADD COLUMN "os" TEXT,
    ADD COLUMN "country" TEXT,
    ADD COLUMN "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- When a session of before was last used is not known; its sign-in is.
UPDATE "sessions" SET "last_seen_at" = "created_at";

-- CreateIndex
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");
