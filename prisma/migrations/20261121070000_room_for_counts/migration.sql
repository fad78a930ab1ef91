-- A link's counter is written again and again. With room on its page the row stays on it, and none of
-- the table's indexes is written (HOT); without, each of them is, that for searches by trigrams too.
ALTER TABLE "short_urls" SET (fillfactor = 85);
