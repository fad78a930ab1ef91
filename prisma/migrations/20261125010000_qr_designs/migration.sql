-- How QR codes look (docs/decisions/0182). New tables: their foreign keys check no rows, and hold their locks on
-- short_urls, groups and users only for a moment. The previous version neither reads nor writes them.
CREATE TABLE "qr_logos" (
    "id" UUID NOT NULL,
    "png" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "group_id" UUID,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qr_logos_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "qr_logos_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "qr_logos_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "qr_logos_created_at_idx" ON "qr_logos"("created_at");

CREATE TABLE "qr_templates" (
    "id" UUID NOT NULL,
    "group_id" UUID,
    "name" TEXT NOT NULL,
    "design" JSONB NOT NULL,
    "logo_id" UUID,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "qr_templates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "qr_templates_locked_default_check" CHECK ("is_default" OR NOT "is_locked"),
    CONSTRAINT "qr_templates_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "qr_templates_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "qr_logos"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "qr_templates_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "qr_templates_logo_id_idx" ON "qr_templates"("logo_id");

-- Names are unique in a group, and so are those of the installation; each has one default.
CREATE UNIQUE INDEX "qr_templates_name_key"
ON "qr_templates"((coalesce("group_id", '00000000-0000-0000-0000-000000000000')), lower("name"));
CREATE UNIQUE INDEX "qr_templates_default_key"
ON "qr_templates"((coalesce("group_id", '00000000-0000-0000-0000-000000000000'))) WHERE "is_default";

CREATE TABLE "qr_designs" (
    "url_id" UUID NOT NULL,
    "template_id" UUID,
    "design" JSONB,
    "logo_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "qr_designs_pkey" PRIMARY KEY ("url_id"),
    CONSTRAINT "qr_designs_one_check" CHECK (("template_id" IS NULL) <> ("design" IS NULL)),
    CONSTRAINT "qr_designs_url_id_fkey" FOREIGN KEY ("url_id") REFERENCES "short_urls"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "qr_designs_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "qr_templates"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "qr_designs_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "qr_logos"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "qr_designs_template_id_idx" ON "qr_designs"("template_id");
CREATE INDEX "qr_designs_logo_id_idx" ON "qr_designs"("logo_id");
