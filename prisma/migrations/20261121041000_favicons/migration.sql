-- AlterTable
ALTER TABLE "favicons" ADD COLUMN     "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "etag" TEXT,
ADD COLUMN     "origin" TEXT NOT NULL,
ALTER COLUMN "fetched_at" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "favicons_due_at_idx" ON "favicons"("due_at");

-- CreateIndex
CREATE INDEX "short_urls_favicon_host_idx" ON "short_urls"("favicon_host");

-- AddForeignKey
ALTER TABLE "short_urls" ADD CONSTRAINT "short_urls_favicon_host_fkey" FOREIGN KEY ("favicon_host") REFERENCES "favicons"("host") ON DELETE SET NULL ON UPDATE CASCADE;
