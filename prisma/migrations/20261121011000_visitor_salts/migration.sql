-- CreateTable
CREATE TABLE "visitor_salts" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visitor_salts_pkey" PRIMARY KEY ("day")
);
