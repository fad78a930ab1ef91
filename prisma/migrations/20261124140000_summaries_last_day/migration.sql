-- The due day of a user's latest summary, so that none is sent twice (docs/decisions/0171). A column without a default
-- changes only the catalog, in a moment; the previous version neither reads nor writes it.
ALTER TABLE "summaries" ADD COLUMN "last_day" DATE;
