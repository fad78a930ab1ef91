-- From now on mail goes over TLS only, except to this machine. A server that an existing installation
-- uses without a login may go on without: its host is noted, or, where the settings name none, the next
-- start notes that of SMTP_HOST (docs/decisions/0136).
INSERT INTO "settings" ("key", "value", "updated_at")
SELECT 'smtp_tls_optional_host', coalesce((SELECT "value" FROM "settings" WHERE "key" = 'smtp_host'), ''), now()
WHERE EXISTS (SELECT FROM "users")
  AND NOT EXISTS (SELECT FROM "settings" WHERE "key" IN ('smtp_user', 'smtp_password'))
ON CONFLICT DO NOTHING;
