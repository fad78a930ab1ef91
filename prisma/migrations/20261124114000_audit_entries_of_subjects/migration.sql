-- The history of a link is read from the index, the latest change first, instead of sorting all its changes. Building an
-- index keeps writes to the table waiting, for a second or two per 1,000,000 entries; reading goes on.
CREATE INDEX "audit_entries_subject_type_subject_id_id_idx" ON "audit_entries"("subject_type", "subject_id", "id");
