-- The same for a link's part in bulk changes.
CREATE INDEX "audit_items_subject_id_entry_id_idx" ON "audit_items"("subject_id", "entry_id");
