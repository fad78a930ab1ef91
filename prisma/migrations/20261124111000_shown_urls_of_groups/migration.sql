-- For the lists of a group, and for counting its links.
CREATE INDEX "short_urls_group_shown_idx" ON "short_urls" ("group_id", "id") WHERE "status" <> 'deleted';
