import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@/bench/harness/database";
import type { Instance } from "@/bench/harness/product";

/** `missing`: changes that the next list did not show; `leaked`: revocations that it did not respect. */
export type Changed = { changes: number; missing: number; revocations: number; leaked: number };

type Installation = { database: Database; hop: Instance; cookie: string };

/** Creates and deletes links and lists them right away, and removes people from a group who then list its links. */
export async function changeAndList({ database, hop, cookie }: Installation, count: number): Promise<Changed> {
  const changed: Changed = { changes: 0, missing: 0, revocations: 0, leaked: 0 };
  const member = await joinGroup(database, hop.url, cookie);
  for (let n = 0; n < count; n++) {
    const created = await call(hop.url, cookie, "POST", "/api/urls", { originalUrl: `https://example.com/${n}` });
    if (!(await lists(hop.url, cookie, String(created.id)))) changed.missing += 1;
    await call(hop.url, cookie, "DELETE", `/api/urls/${created.id}`);
    if (await lists(hop.url, cookie, String(created.id))) changed.missing += 1;
    changed.changes += 2;
  }
  for (let n = 0; n < count; n++) {
    const path = `/api/groups/${member.groupId}/members`;
    await call(hop.url, cookie, "POST", path, { userId: member.userId });
    if (!(await lists(hop.url, member.cookie, member.urlId))) changed.missing += 1;
    await call(hop.url, cookie, "DELETE", `${path}/${member.userId}`);
    changed.revocations += 1;
    if (await lists(hop.url, member.cookie, member.urlId)) changed.leaked += 1;
  }
  return changed;
}

async function lists(url: string, cookie: string, id: string): Promise<boolean> {
  const items = (await call(url, cookie, "GET", "/api/urls?limit=20")) as unknown as { id: string }[];
  return items.some((one) => one.id === id);
}

/** A user who sees only the link of a group, which they have yet to join. */
async function joinGroup({ pool }: Database, url: string, admin: string) {
  const [groupId, userId] = [randomUUID(), randomUUID()];
  const token = randomBytes(32).toString("hex");
  await pool.query("INSERT INTO groups (id, name, updated_at) VALUES ($1, 'Readers', now())", [groupId]);
  await pool.query(
    `INSERT INTO users (id, first_name, last_name, email, role, url_limit, updated_at)
     VALUES ($1, 'Group', 'Member', $2, 'shortcode_admin', 10, now())`,
    [userId, `member-${userId}@example.com`],
  );
  await pool.query("INSERT INTO sessions (session_token, user_id, expires) VALUES ($1, $2, now() + interval '1 day')", [
    createHash("sha256").update(token).digest("hex"),
    userId,
  ]);
  await pool.query(
    "INSERT INTO group_memberships (user_id, group_id) SELECT user_id, $1 FROM sessions WHERE user_id <> $2 LIMIT 1",
    [groupId, userId],
  );
  const link = await call(url, admin, "POST", "/api/urls", { originalUrl: "https://example.com/group", groupId });
  return { groupId, userId, urlId: String(link.id), cookie: `hop.session=${token}` };
}

async function call(url: string, cookie: string, method: string, path: string, body?: object) {
  const headers = { cookie, Origin: url, ...(body && { "Content-Type": "application/json" }) };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
