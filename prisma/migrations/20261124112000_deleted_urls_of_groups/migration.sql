-- The rest of the group's links, for lists of all of them. A new link is in one of the two indexes.
CREATE INDEX "short_urls_group_deleted_idx" ON "short_urls" ("group_id", "id") WHERE "status" = 'deleted';
