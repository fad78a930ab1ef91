import { codeOf, type Database, insertApiKey, insertSession } from "@/bench/harness/database";

/** The callers and what they read, created with the previous release. */
export type Callers = { cookie: string; apiKey: string; emails: string[]; linkId: string; groupId: string };

const USERS = 200;
/** Links of the key's group that no visitor requests: their numbers must not change. */
const QUIET_LINKS = { first: 301, last: 320 };

const SMTP_PASSWORD = "a password that is stored encrypted";

/** An administrator's session, a key of a group, and links of this group. */
export async function addCallers(database: Database): Promise<Callers> {
  const cookie = await insertSession(database);
  const { apiKey, emails } = await insertApiKey(database, USERS);
  const { pool } = database;
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM groups LIMIT 1");
  const groupId = rows[0]?.id ?? "";
  const codes = Array.from({ length: QUIET_LINKS.last - QUIET_LINKS.first + 1 }, (_, n) =>
    codeOf(QUIET_LINKS.first + n),
  );
  const moved = await pool.query<{ id: string }>(
    "UPDATE short_urls SET group_id = $1 WHERE short_code = ANY ($2) RETURNING id",
    [groupId, codes],
  );
  return { cookie, apiKey, emails, groupId, linkId: moved.rows[0]?.id ?? "" };
}

/** Saves settings through the API, as an administrator does. */
export async function saveSettings(url: string, { cookie }: Callers): Promise<void> {
  const settings = Object.entries({
    base_url: "http://go.hop.example",
    smtp_host: "mail.hop.example",
    smtp_port: "465",
    smtp_user: "hop",
    smtp_password: SMTP_PASSWORD,
    smtp_from_email: "go@hop.example",
  }).map(([key, value]) => ({ key, value }));
  const response = await fetch(`${url}/api/settings`, {
    method: "PUT",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ settings }),
  });
  if (!response.ok) throw new Error(`PUT /api/settings returned ${response.status}: ${await response.text()}`);
}

/** Above this number of clicks, one in sixteen is compared: their ids are random. */
const MAX_COMPARED_CLICKS = 1_000_000;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const LAST_ID_OF_SAMPLE = "0fffffff-ffff-ffff-ffff-ffffffffffff";

/** Queries for what both releases store in the same form, without rows after `before` and today's counts. */
const STORED: Record<string, string> = {
  users: "SELECT id, first_name, last_name, email, role, status, url_limit, created_at FROM users",
  groups: "SELECT * FROM groups",
  group_memberships: "SELECT user_id, group_id, created_at FROM group_memberships",
  api_keys:
    "SELECT id, group_id, created_by_id, name, key_hash, key_prefix, last_four, is_active, rate_limit, expires_at FROM api_keys",
  sessions: "SELECT session_token, user_id, expires, created_at FROM sessions",
  settings:
    "SELECT key, value FROM settings WHERE key NOT IN ('smtp_tls_optional_host', 'auth_secret_mark', 'counted_time_zone')",
  short_urls: `SELECT id, short_code, original_url, status, created_by_id, group_id, qr_generated_at, created_at
               FROM short_urls WHERE created_at < $before`,
  audit_entries: `SELECT id, occurred_at, actor_id, action, subject_type, subject_id, before::text, after::text
                  FROM audit_entries WHERE occurred_at < $before`,
  click_days: `SELECT scope_id, day, is_bot, scope, total, qr, visitors, counts::jsonb FROM click_days
               WHERE day < $today AND scope::text <> 'user'`,
  clicks: `SELECT url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent, device_type, os, browser,
                  referrer_host, country FROM $clicks WHERE occurred_at < $today AND id < $last`,
};

/** The number of rows of each table, and a hash of them that does not depend on their order. */
export async function fingerprint(
  { pool }: Database,
  { before, clicks, size }: { before: Date; clicks: string; size: number },
): Promise<Map<string, string>> {
  const last = `'${size > MAX_COMPARED_CLICKS ? LAST_ID_OF_SAMPLE : LAST_ID}'`;
  const today = `'${before.toISOString().slice(0, 10)}'`;
  const found = new Map<string, string>();
  for (const [table, query] of Object.entries(STORED)) {
    const filled = query
      .replace("$before", `'${before.toISOString()}'`)
      .replace("$today", today)
      .replace("$clicks", clicks)
      .replace("$last", last);
    const { rows } = await pool.query<{ print: string }>(
      `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(rows::text, 0)), 0) AS print FROM (${filled}) AS rows`,
    );
    found.set(table, rows[0]?.print ?? "");
  }
  return found;
}

/** Responses to calls that both releases have, about past days and links without visitors. */
export async function askCalls(url: string, callers: Callers, before: Date): Promise<Map<string, unknown>> {
  const dayBefore = (days: number) => new Date(before.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const range = `from=${dayBefore(60)}&to=${dayBefore(1)}`;
  const { linkId, groupId, cookie, apiKey } = callers;
  const paths = [
    "/api/auth/user",
    "/api/settings",
    "/api/users?limit=50",
    "/api/groups",
    `/api/groups/${groupId}/members?limit=50`,
    `/api/analytics/${linkId}?limit=50&bots=include`,
    `/api/analytics/global?${range}`,
    `/api/analytics/global?${range}&group=${groupId}`,
    `/api/analytics/global?${range}&url=${linkId}`,
    `/api/analytics/export?what=breakdown&${range}&url=${linkId}`,
    `/api/v1/urls/${linkId}`,
    `/api/v1/urls/${linkId}/stats?days=90`,
  ];
  const responses = new Map<string, unknown>();
  for (const path of paths) {
    const [name, value] = path.startsWith("/api/v1/") ? ["Authorization", `Bearer ${apiKey}`] : ["Cookie", cookie];
    const response = await fetch(url + path, { headers: { [name]: value } });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    responses.set(path, { status: response.status, body: isJson ? JSON.parse(text) : text });
  }
  return responses;
}

/** Fields that differ from call to call. */
const CHANGING = ["requestId", "lastUsedAt", "lastSeenAt"];

/** Values that `later` lacks or has changed. A later version may add fields. */
export function findDifferences(earlier: unknown, later: unknown, place = ""): string[] {
  if (typeof earlier !== "object" || earlier === null || typeof later !== "object" || later === null) {
    return Object.is(earlier, later) ? [] : [`${place}: ${JSON.stringify(earlier)} became ${JSON.stringify(later)}`];
  }
  if (Array.isArray(earlier) && Array.isArray(later) && earlier.every(isKeyed)) {
    const found = new Map(later.filter(isKeyed).map((one) => [one.key, one]));
    return earlier.flatMap((one) => findDifferences(one, found.get(one.key) ?? null, `${place}.${one.key}`));
  }
  if (Array.isArray(earlier) && (!Array.isArray(later) || earlier.length !== later.length)) {
    return [`${place}: ${earlier.length} became ${Array.isArray(later) ? later.length : typeof later}`];
  }
  const entries = Object.entries(earlier).filter(([key]) => !CHANGING.includes(key));
  return entries.flatMap(([key, value]) =>
    findDifferences(value, (later as Record<string, unknown>)[key], `${place}.${key}`),
  );
}

/** An item of a list of settings, for example. */
function isKeyed(item: unknown): item is { key: string } {
  return typeof item === "object" && item !== null && "key" in item;
}
