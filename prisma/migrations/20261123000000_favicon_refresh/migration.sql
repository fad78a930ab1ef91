-- AlterTable
ALTER TABLE "favicons" ADD COLUMN     "refresh_started_at" TIMESTAMPTZ(3),
ADD COLUMN     "refresh_urls" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "favicons_refresh_started_at_idx" ON "favicons"("refresh_started_at");
