-- Spool records that could not be stored: damaged, refused by the database, or of a link that does not
-- exist. The drain writes them in the transaction that moves its position past them.
CREATE TABLE "rejected_clicks" (
    "segment" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "record" BYTEA,
    "ip_address" TEXT,
    "rejected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rejected_clicks_pkey" PRIMARY KEY ("segment", "position")
);

CREATE INDEX "rejected_clicks_rejected_at_idx" ON "rejected_clicks"("rejected_at");
