-- Apart from the new column, whose lock would keep visitors waiting while this one reads the table. Few links have an
-- external id, so the others are left out.
CREATE UNIQUE INDEX "short_urls_group_id_external_id_key" ON "short_urls" ("group_id", "external_id")
WHERE "external_id" IS NOT NULL;
