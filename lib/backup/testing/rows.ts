import { createHash, randomUUID } from "node:crypto";
import { enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createCaller, createMember, createUser } from "@/lib/db/testing/fixtures";

/** Characters that COPY's text format has to escape. */
const ODD_TEXT = "tab\t, newline\n, return\r, backslash \\, end \\.\n\\.\n, quote \" and ', \\N, snowman ☃, 𝄞";

/** Inserts at least a row into every table that a backup keeps, and into some that it leaves out. */
export async function fillEveryTable(): Promise<void> {
  const admin = await createUser({ role: "overall_admin" });
  const caller = await createCaller();
  await createMember(caller.groupId);
  const [first, second] = [randomUUID(), randomUUID()];
  const run = (text: string, values: unknown[] = []) => pool().query(text, values);
  await run("INSERT INTO favicons (host, origin, image) VALUES ('a.example', 'https://a.example', $1)", [
    Buffer.from([0, 1, 10, 13, 92, 255]),
  ]);
  await run(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, favicon_host, updated_at)
     VALUES ($1, 'First', $3, $4, NULL, 'a.example', now()), ($2, 'second', $3, $4, $5, NULL, now())`,
    [first, second, `https://a.example/${ODD_TEXT}`, admin.id, caller.groupId],
  );
  await run("UPDATE short_urls SET status = 'paused' WHERE short_code = 'second'");
  for (const month of ["2026-01-05T10:00:00Z", "2026-03-31T23:30:00Z"]) {
    await run("SELECT ensure_visit_partition($1), ensure_click_partition($1)", [month]);
    await store([
      enrichedClick(first, month, { userAgent: ODD_TEXT, os: "Linux", ip: "2001:db8::1", referer: "", country: "AT" }),
      enrichedClick(first, month, { visitorHash: visitorNamed("Ann"), referer: "https://b.example", city: "Wien" }),
      enrichedClick(second, month, { isBot: true }),
    ]);
  }
  await run(
    `INSERT INTO clicks (url_id, occurred_at, id, access_method) VALUES ($1, '2026-01-06', gen_random_uuid(), 'qr')`,
    [first],
  );
  await fillSmallTables({ adminId: admin.id, keyId: caller.keyId, urlId: first });
}

type Ids = { adminId: string; keyId: string; urlId: string };

async function fillSmallTables({ adminId, keyId, urlId }: Ids): Promise<void> {
  const logo = randomUUID();
  const template = randomUUID();
  const entry = randomUUID();
  const job = randomUUID();
  const hash = createHash("sha256").update("token").digest("hex");
  const statements: [string, unknown[]][] = [
    ["INSERT INTO settings (key, value, updated_at) VALUES ('base_url', $1, now())", [ODD_TEXT]],
    ["INSERT INTO summaries (user_id, frequency, due_at) VALUES ($1, 'weekly', now())", [adminId]],
    [
      "INSERT INTO idempotency_keys (api_key_id, key, request_hash, status, response) VALUES ($1, 'k', $2, 201, $3)",
      [keyId, hash, JSON.stringify({ text: ODD_TEXT })],
    ],
    [
      "INSERT INTO stat_shares (id, url_id, created_by_id, token_hash, max_range) VALUES ($1, $2, $3, $4, '7d')",
      [randomUUID(), urlId, adminId, hash],
    ],
    ["INSERT INTO qr_placements (url_id, name) VALUES ($1, 'door')", [urlId]],
    [
      "INSERT INTO qr_logos (id, png, width, height, created_by_id) VALUES ($1, $2, 1, 1, $3)",
      [logo, Buffer.alloc(300_000, 7), adminId],
    ],
    [
      "INSERT INTO qr_templates (id, name, design, logo_id, created_by_id, updated_at) VALUES ($1, 'Blue', '{}', $2, $3, now())",
      [template, logo, adminId],
    ],
    ["INSERT INTO qr_designs (url_id, template_id, updated_at) VALUES ($1, $2, now())", [urlId, template]],
    ["INSERT INTO rejected_clicks (segment, position, reason) VALUES ('s', 1, $1)", [ODD_TEXT]],
    ["INSERT INTO unknown_codes (code, visits, last_seen_at) VALUES ('nope', 3, now())", []],
    [
      "INSERT INTO audit_entries (id, actor_label, action, subject_type, subject_id, subject_label) VALUES ($1, 'Ann', 'user.update', 'user', '1', $2)",
      [entry, ODD_TEXT],
    ],
    [
      "INSERT INTO audit_items (entry_id, subject_id, subject_label, subject_updated_at) VALUES ($1, '1', 'x', now())",
      [entry],
    ],
    ["INSERT INTO background_migrations (name, done) VALUES ('some change', 5)", []],
    [
      "INSERT INTO bulk_jobs (id, kind, total_urls, started_by_id, started_by_label) VALUES ($1, 'refresh-favicons', 1, $2, 'Ann')",
      [job, adminId],
    ],
    ["INSERT INTO bulk_job_failures (job_id, url_id, short_code, reason) VALUES ($1, $2, 'First', 'x')", [job, urlId]],
    [
      "INSERT INTO sessions (session_token, user_id, expires) VALUES ($1, $2, now() + interval '1 day')",
      [hash, adminId],
    ],
    ["INSERT INTO visitor_salts (day, salt) VALUES ('2026-03-31', 'salt')", []],
    ["INSERT INTO spool_positions (segment, position) VALUES ('segment', 5)", []],
  ];
  for (const [text, values] of statements) await pool().query(text, values);
}
