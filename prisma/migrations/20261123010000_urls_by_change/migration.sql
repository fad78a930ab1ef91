-- Lists of a group's links in the order of their changes, for the public API.
CREATE INDEX "short_urls_group_id_updated_at_id_idx" ON "short_urls"("group_id", "updated_at", "id");
