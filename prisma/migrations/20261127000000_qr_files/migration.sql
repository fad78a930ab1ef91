-- Files of many QR codes, and the codes in them. New tables: their foreign keys check no rows, and hold their locks on
-- short_urls and users only for a moment. The previous version neither reads nor writes them.
CREATE TABLE "qr_files" (
    "id" UUID NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "format" TEXT NOT NULL,
    "size" JSONB,
    "base_url" TEXT NOT NULL,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "qr_files_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "qr_files_format_check" CHECK ("format" IN ('png', 'svg', 'webp', 'pdf')),
    CONSTRAINT "qr_files_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "qr_files_requested_by_id_created_at_idx" ON "qr_files"("requested_by_id", "created_at");
CREATE INDEX "qr_files_expires_at_idx" ON "qr_files"("expires_at");

CREATE TABLE "qr_file_items" (
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "url_id" UUID NOT NULL,
    "original_url" TEXT NOT NULL,
    "placement" TEXT,
    "bytes" BYTEA,

    CONSTRAINT "qr_file_items_pkey" PRIMARY KEY ("file_id", "position"),
    CONSTRAINT "qr_file_items_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "qr_files"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "qr_file_items_url_id_fkey" FOREIGN KEY ("url_id") REFERENCES "short_urls"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "qr_file_items_url_id_idx" ON "qr_file_items"("url_id");
-- The workers' queue, which is empty most of the time.
CREATE INDEX "qr_file_items_waiting_idx" ON "qr_file_items"("file_id", "position") WHERE "bytes" IS NULL;
-- Images are compressed already.
ALTER TABLE "qr_file_items" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
