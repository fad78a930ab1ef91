-- Lists leave out deleted links by default, and scanned past them before: 300,000 in front of a page took 0.6 s.
-- Building an index lets others read the table (redirects, lists) and keeps only writes waiting, for a second or two per
-- 1,000,000 links. Each index has a migration of its own, so that writes get a turn in between.
CREATE INDEX "short_urls_shown_idx" ON "short_urls" ("id") WHERE "status" <> 'deleted';
