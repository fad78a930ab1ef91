-- Secret links to a link's statistics. A new table: the foreign keys check no rows, and hold their locks on short_urls
-- and users only for a moment. The previous version neither reads nor writes it.
CREATE TABLE "stat_shares" (
    "id" UUID NOT NULL,
    "url_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "max_range" TEXT NOT NULL,
    "shows_destination" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_viewed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stat_shares_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "stat_shares_url_id_fkey" FOREIGN KEY ("url_id") REFERENCES "short_urls"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "stat_shares_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "stat_shares_token_hash_key" ON "stat_shares"("token_hash");

CREATE INDEX "stat_shares_url_id_idx" ON "stat_shares"("url_id");
