-- Codes that visitors tried and no link has (docs/decisions/0170). A new table, which the previous version ignores.
CREATE TABLE "unknown_codes" (
    "code" TEXT NOT NULL,
    "visits" INTEGER NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "unknown_codes_pkey" PRIMARY KEY ("code")
);
