-- The new indexes begin with the same columns, so the previous version uses them instead.
DROP INDEX "audit_entries_subject_type_subject_id_idx";
DROP INDEX "audit_items_subject_id_idx";
