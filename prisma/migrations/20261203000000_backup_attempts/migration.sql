-- The database that a backup is of, and until when its attempt counts as running.
ALTER TABLE "backups" ADD COLUMN "database" TEXT,
ADD COLUMN "working_until" TIMESTAMPTZ(3);
