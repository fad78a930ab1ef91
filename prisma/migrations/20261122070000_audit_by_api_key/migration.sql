-- The audit log filtered by API key. Partial: most entries are not by a key, so there is little to build and to keep.
CREATE INDEX "audit_entries_api_key_idx" ON "audit_entries" ("api_key_id", "occurred_at" DESC, "id" DESC)
WHERE "api_key_id" IS NOT NULL;
