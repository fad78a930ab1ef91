-- For the gallery of those who see all links, and for counting its codes: where few links have one, every link would be
-- read. Building an index keeps writes to the table waiting, for a second or two per 1,000,000 links; reading goes on.
CREATE INDEX "short_urls_qr_idx" ON "short_urls" ("id") WHERE "status" <> 'deleted' AND "qr_generated_at" IS NOT NULL;
