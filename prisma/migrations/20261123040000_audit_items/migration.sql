-- What a bulk change did to each thing. The log lists one entry for the change and loads its items when it is opened.
CREATE TABLE "audit_items" (
    "entry_id" UUID NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_label" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "subject_updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_items_pkey" PRIMARY KEY ("entry_id","subject_id"),
    CONSTRAINT "audit_items_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

-- For the history of one thing.
CREATE INDEX "audit_items_subject_id_idx" ON "audit_items"("subject_id");
