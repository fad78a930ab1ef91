import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/pool";
import { createCaller, createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { createMaintenance, limitLockWaits } from "@/server/worker/maintenance";
import { MAINTENANCE_STEPS } from "@/server/worker/maintenance-steps";

const PAST = "now() - interval '1 year'";

type Expired = { rows: string; insert: string; values?: unknown[]; isByAge?: true };

/** A row of each kind that maintenance removes. */
async function expiredRows(): Promise<Expired[]> {
  const { keyId, owner } = await createCaller();
  const values = [randomUUID(), owner.id];
  const link = await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  return [
    { rows: "visitor_salts", insert: `INSERT INTO visitor_salts VALUES ('2026-01-01', 'salt', ${PAST})` },
    { rows: "visitor_days", insert: "INSERT INTO visitor_days VALUES ('2026-01-01')" },
    {
      rows: "pg_class WHERE relname = 'visits_2020_01'",
      insert: "SELECT ensure_visit_partition('2020-01-05Z')",
      isByAge: true,
    },
    { rows: "user_agents", insert: "INSERT INTO user_agents (digest, last_month) VALUES (NULL, now())" },
    {
      rows: "rejected_clicks",
      insert: `INSERT INTO rejected_clicks (segment, position, reason, rejected_at) VALUES ('s', 1, 'x', ${PAST})`,
      isByAge: true,
    },
    {
      rows: "audit_entries",
      insert: `UPDATE audit_entries SET occurred_at = ${PAST}`,
      isByAge: true,
    },
    { rows: "sessions", insert: `UPDATE sessions SET expires = ${PAST}` },
    {
      rows: "verification_tokens",
      insert: `INSERT INTO verification_tokens (identifier, token, expires) VALUES ('ann@example.com', 'x', ${PAST})`,
    },
    { rows: "rate_limits", insert: "INSERT INTO rate_limits VALUES ('key', 1, 1)" },
    {
      rows: "qr_logos",
      insert: `INSERT INTO qr_logos (id, png, width, height, created_by_id, created_at) VALUES ($1, '', 1, 1, $2, ${PAST})`,
      values,
      isByAge: true,
    },
    {
      rows: "favicons WHERE host = 'a.example'",
      insert: "INSERT INTO favicons (host, origin) VALUES ('a.example', 'https://a.example')",
    },
    {
      rows: "unknown_codes",
      insert: `INSERT INTO unknown_codes (code, visits, last_seen_at) VALUES ('nope', 3, ${PAST})`,
      isByAge: true,
    },
    {
      rows: "qr_files",
      insert: `INSERT INTO qr_files (id, requested_by_id, format, base_url, expires_at) VALUES ($1, $2, 'png', 'x', ${PAST})`,
      values,
      isByAge: true,
    },
    {
      rows: "stat_shares",
      insert: `INSERT INTO stat_shares (id, url_id, created_by_id, token_hash, max_range, expires_at) VALUES ($1, $3, $2, 'x', 'all', ${PAST})`,
      values: [...values, link.id],
      isByAge: true,
    },
    {
      rows: "idempotency_keys",
      insert: `INSERT INTO idempotency_keys VALUES ($1, 'key', 'hash', 201, '{}', ${PAST})`,
      values: [keyId],
      isByAge: true,
    },
  ];
}

test("maintenance removes what is past its retention, by age from the second round on, and creates partitions", async () => {
  Object.assign(env(), { CLICK_RETENTION_DAYS: 90, AUDIT_RETENTION_DAYS: 90, ALERT_MAILS: "off" });
  const expired = await expiredRows();
  for (const { insert, values } of expired) await pool().query(insert, values);
  const left = async () => {
    const found: string[] = [];
    for (const { rows } of expired) if ((await pool().query(`SELECT FROM ${rows}`)).rowCount) found.push(rows);
    return found;
  };
  expect(await left()).toEqual(expired.map(({ rows }) => rows));
  const partitions = () => pool().query("SELECT FROM pg_inherits WHERE inhparent = 'visits'::regclass");
  const { rowCount: before } = await partitions();

  const maintain = createMaintenance(MAINTENANCE_STEPS.map((step) => limitLockWaits(step)));
  await maintain(new AbortController().signal);
  expect(await left()).toEqual(expired.filter(({ isByAge }) => isByAge).map(({ rows }) => rows));
  expect((await partitions()).rowCount).toBeGreaterThan(before ?? 0);
  await maintain(new AbortController().signal);
  expect(await left()).toEqual([]);
});
