-- Who gets a summary by email, and when (docs/decisions/0171). A new table, which the previous version ignores. Adding
-- the foreign key locks "users" only for a moment, as the table is empty.
CREATE TYPE "summary_frequency" AS ENUM ('weekly', 'monthly');

CREATE TABLE "summaries" (
    "user_id" UUID NOT NULL,
    "frequency" "summary_frequency" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "summaries_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "summaries_due_at_idx" ON "summaries"("due_at");

ALTER TABLE "summaries" ADD CONSTRAINT "summaries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
