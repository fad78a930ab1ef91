import type { APIRequestContext } from "@playwright/test";
import type pg from "pg";
import {
  call,
  createUrl,
  expect,
  expectRefusal,
  fill,
  peek,
  routes,
  type TestUser,
  test,
  uniqueCode,
} from "@/e2e/api/support";

/** S, G and O of design section 7; what they are to the link and its group is in `cast`. */
type Caller =
  | "creator"
  | "S of the group"
  | "S elsewhere"
  | "G of the group"
  | "G elsewhere"
  | "O"
  | "anonymous"
  | "paused"
  | "expired";

type Row = {
  method: string;
  path: string;
  body?: unknown;
  /** The link was made with an API key, in nobody's name. */
  hasNoCreator?: boolean;
  /** Status for each caller. Anonymous, paused and expired are 401 unless said. */
  answers: Partial<Record<Caller, number>>;
};

const EVERYBODY = {
  creator: 200,
  "S of the group": 200,
  "S elsewhere": 200,
  "G of the group": 200,
  "G elsewhere": 200,
  O: 200,
};
const ANYBODY = { anonymous: 200, paused: 200, expired: 200, ...EVERYBODY };
const WHO_SEES = { ...EVERYBODY, "S elsewhere": 404, "G elsewhere": 404 };

const S: Caller[] = ["creator", "S of the group", "S elsewhere"];
const G: Caller[] = ["G of the group", "G elsewhere"];
const ADMINS = { "G of the group": 200, "G elsewhere": 200, O: 200 };
const MEMBERS = { "G of the group": 200, "G elsewhere": 404, O: 200 };
const newUser = { email: "new-%email", firstName: "New", lastName: "User", role: "shortcode_admin", urlLimit: 5 };

const url = { originalUrl: "https://example.com/" };

/**
 * Design section 7, for the calls that exist. `%group` stands for the link's group, `%creator` for
 * its creator, `%email` for the caller's address.
 */
const TABLE: Row[] = [
  { method: "POST", path: "/api/auth/request", body: { email: "%email" }, answers: ANYBODY },
  { method: "POST", path: "/api/auth/logout", answers: ANYBODY },
  { method: "GET", path: "/api/auth/verify/[token]", answers: all(ANYBODY, 303) },
  { method: "POST", path: "/api/auth/verify/[token]", answers: all(ANYBODY, 400) },
  { method: "GET", path: "/api/auth/user", answers: EVERYBODY },
  { method: "GET", path: "/api/sessions", answers: EVERYBODY },
  { method: "DELETE", path: "/api/sessions", answers: EVERYBODY },
  // The creator's: nobody else's business, whatever their role.
  {
    method: "DELETE",
    path: "/api/sessions/[id]",
    answers: { ...all(EVERYBODY, 404), creator: 200 },
  },
  { method: "GET", path: "/api/groups", answers: EVERYBODY },
  { method: "GET", path: "/api/group-memberships", answers: EVERYBODY },
  { method: "GET", path: "/api/urls", answers: EVERYBODY },
  { method: "POST", path: "/api/urls", body: url, answers: all(EVERYBODY, 201) },
  {
    method: "POST",
    path: "/api/urls",
    body: { ...url, groupId: "%group" },
    answers: { ...all(EVERYBODY, 201), "S elsewhere": 403, "G elsewhere": 403 },
  },
  {
    method: "PUT",
    path: "/api/urls/[id]",
    body: { ...url, status: "paused" },
    answers: { ...WHO_SEES, "S of the group": 403 },
  },
  {
    method: "PUT",
    path: "/api/urls/[id]",
    body: { status: "deleted" },
    answers: { ...WHO_SEES, "S of the group": 403, "G of the group": 403 },
  },
  { method: "DELETE", path: "/api/urls/[id]", answers: { ...WHO_SEES, "S of the group": 403, "G of the group": 403 } },
  {
    method: "PUT",
    path: "/api/urls/[id]",
    body: { ...url, status: "paused" },
    hasNoCreator: true,
    answers: { ...WHO_SEES, creator: 403, "S of the group": 403 },
  },
  {
    method: "PUT",
    path: "/api/urls/[id]",
    body: { status: "deleted" },
    hasNoCreator: true,
    answers: { ...WHO_SEES, creator: 403, "S of the group": 403 },
  },
  {
    method: "DELETE",
    path: "/api/urls/[id]",
    hasNoCreator: true,
    answers: { ...WHO_SEES, creator: 403, "S of the group": 403 },
  },
  { method: "GET", path: "/api/urls/[id]/qr", answers: WHO_SEES },
  // Refused link by link (lib/urls/bulk.db.test.ts); of no link, and in whole where none may be moved.
  { method: "POST", path: "/api/urls/bulk", body: { ids: ["none"], action: "pause" }, answers: EVERYBODY },
  {
    method: "POST",
    path: "/api/urls/bulk",
    body: { ids: ["none"], action: "move", groupId: "%group" },
    answers: { ...EVERYBODY, "S elsewhere": 403, "G elsewhere": 403 },
  },
  { method: "POST", path: "/api/urls/request-limit-increase", answers: EVERYBODY },
  { method: "GET", path: "/api/users", answers: { ...ADMINS, ...none(S) } },
  { method: "POST", path: "/api/users", body: newUser, answers: { ...none(S), ...none(G), O: 201 } },
  { method: "PUT", path: "/api/users/[id]", body: { firstName: "New" }, answers: { ...ADMINS, ...none(S) } },
  { method: "PUT", path: "/api/users/[id]/status", body: { status: "paused" }, answers: { ...ADMINS, ...none(S) } },
  {
    method: "PUT",
    path: "/api/users/[id]",
    body: { email: "changed-%email" },
    answers: { ...none(S), ...none(G), O: 200 },
  },
  { method: "DELETE", path: "/api/users/[id]", answers: { ...ADMINS, ...none(S) } },
  { method: "DELETE", path: "/api/users/[id]/sessions", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/groups", body: { name: "Group" }, answers: { ...all(ADMINS, 201), ...none(S) } },
  { method: "PUT", path: "/api/groups/[id]", body: { name: "New" }, answers: { ...MEMBERS, ...none(S) } },
  { method: "GET", path: "/api/groups/[id]/members", answers: WHO_SEES },
  {
    method: "POST",
    path: "/api/groups/[id]/members",
    body: { userId: "%creator" },
    answers: { ...MEMBERS, ...none(S) },
  },
  { method: "DELETE", path: "/api/groups/[id]/members/[userId]", answers: { ...MEMBERS, ...none(S) } },
  { method: "GET", path: "/api/dashboard/activity", answers: EVERYBODY },
  { method: "GET", path: "/api/analytics/global", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/export", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/live", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/[urlId]", answers: WHO_SEES },
  { method: "GET", path: "/api/analytics/[urlId]/summary", answers: WHO_SEES },
  { method: "GET", path: "/api/dashboard/stats", answers: EVERYBODY },
  { method: "GET", path: "/api/dashboard/top-urls", answers: EVERYBODY },
  { method: "GET", path: "/api/audit", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/groups/[id]/api-keys", answers: { ...MEMBERS, ...none(S) } },
  {
    method: "POST",
    path: "/api/groups/[id]/api-keys",
    body: { name: "Key", rateLimit: 100 },
    answers: { ...all(MEMBERS, 201), "G elsewhere": 404, ...none(S) },
  },
  // The key of a plain user, which is suspended.
  { method: "PUT", path: "/api/api-keys/[id]/adopt", answers: { ...MEMBERS, ...none(S) } },
  { method: "PUT", path: "/api/api-keys/[id]/revoke", answers: { ...MEMBERS, ...none(S) } },
  { method: "DELETE", path: "/api/api-keys/[id]", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/settings", answers: { ...none(S), ...none(G), O: 200 } },
  // An empty value changes nothing of the installation that all specs share.
  {
    method: "PUT",
    path: "/api/settings",
    body: { settings: [{ key: "smtp_user", value: "" }] },
    answers: { ...none(S), ...none(G), O: 200 },
  },
  { method: "POST", path: "/api/settings/test-mail", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/urls/regenerate-qr", answers: { ...none(S), ...none(G), O: 202 } },
  { method: "POST", path: "/api/urls/refresh-favicons", answers: { ...none(S), ...none(G), O: 202 } },
  { method: "GET", path: "/api/bulk-jobs", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/bulk-jobs/[id]", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/bulk-jobs/[id]/cancel", answers: { ...none(S), ...none(G), O: 200 } },
  // The host of a link of the group, which is the creator's and has an icon.
  { method: "GET", path: "/api/favicons/[host]", answers: WHO_SEES },
  { method: "GET", path: "/api/failed-jobs", answers: { ...none(S), ...none(G), O: 200 } },
  // The id is that of no job.
  { method: "POST", path: "/api/failed-jobs/[id]/retry", answers: { ...none(S), ...none(G), O: 404 } },
];

/** Answers that go on until their reader leaves. */
const ENDLESS = ["/api/analytics/live"];

/** They lack the function. */
function none(callers: Caller[]): Partial<Record<Caller, number>> {
  return Object.fromEntries(callers.map((caller) => [caller, 403]));
}

function all(callers: Partial<Record<Caller, number>>, status: number): Partial<Record<Caller, number>> {
  return Object.fromEntries(Object.keys(callers).map((caller) => [caller, status]));
}

test("the table holds every call of app/api", () => {
  const calls = routes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  const rows = TABLE.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(rows)].sort()).toEqual(calls.sort());
});

for (const { method, path, body, hasNoCreator, answers } of TABLE) {
  test(`${method} ${path} ${body ? JSON.stringify(body) : ""}${hasNoCreator ? " of no creator" : ""}`, async ({
    request,
    database,
    createUser,
    createGroup,
  }) => {
    const creator = await createUser();
    const cast: Record<Exclude<Caller, "anonymous">, TestUser> = {
      creator,
      "S of the group": await createUser(),
      "S elsewhere": await createUser(),
      "G of the group": await createUser({ role: "group_admin" }),
      "G elsewhere": await createUser({ role: "group_admin" }),
      O: await createUser({ role: "overall_admin" }),
      // The rights of the strongest, were they let in.
      paused: await createUser({ role: "overall_admin", status: "paused" }),
      expired: await createUser({ role: "overall_admin" }),
    };
    await database.query("UPDATE sessions SET expires = now() - interval '1 second' WHERE user_id = $1", [
      cast.expired.id,
    ]);
    const group = await createGroup(creator, cast["S of the group"], cast["G of the group"]);
    await createGroup(cast["S elsewhere"], cast["G elsewhere"]);

    const callers = ["anonymous", ...Object.keys(cast)] as Caller[];
    const newTarget = async () => {
      if (path.startsWith("/api/users/")) return (await createUser()).id;
      if (path.startsWith("/api/groups/")) return group;
      if (path.startsWith("/api/sessions/")) return insertSession(database, creator);
      if (path.startsWith("/api/api-keys/")) return insertApiKey(database, group, creator);
      if (path.startsWith("/api/favicons/")) return insertFavicon(request, database, group, creator);
      if (path.startsWith("/api/bulk-jobs/")) return insertBulkJob(database, creator);
      const { id } = await createUrl(request, creator, { groupId: group });
      if (hasNoCreator) await database.query("UPDATE short_urls SET created_by_id = NULL WHERE id = $1", [id]);
      return id;
    };
    const ids: string[] = [];
    for (const _ of callers) ids.push(await newTarget());

    for (const [index, caller] of callers.entries()) {
      const user = caller === "anonymous" ? undefined : cast[caller];
      const id = ids[index] ?? "";
      const sent =
        body &&
        JSON.parse(
          JSON.stringify(body)
            .replace("%group", group)
            .replace("%creator", creator.id)
            .replace("%email", user?.email ?? "nobody@example.com"),
        );
      const target = fill(path, id, creator.id);
      const answer = ENDLESS.includes(path)
        ? await peek(target, user, (text) => text.startsWith("event: "))
        : await call(request, method, target, { user, body: sent });
      const expected = answers[caller] ?? 401;
      expect(answer.status, `${caller}: ${answer.text.slice(0, 200)}`).toBe(expected);
      if (expected >= 400) expectRefusal(answer, { status: expected }, caller);
      if (expected === 401)
        expectRefusal(answer, { status: 401, code: "unauthorized", message: "Unauthorized" }, caller);

      const { rows } = await database.query("SELECT status FROM short_urls WHERE id::text = $1", [id]);
      const isChange = path === "/api/urls/[id]" && expected === 200;
      const wanted = method === "DELETE" ? "deleted" : (sent as { status?: string } | undefined)?.status;
      for (const { status } of rows) expect(status, caller).toBe(isChange ? wanted : "active");
    }
  });
}

/** Gives the host of a new link's destination, whose icon is known. */
async function insertFavicon(
  request: APIRequestContext,
  database: pg.Pool,
  groupId: string,
  creator: TestUser,
): Promise<string> {
  const host = `${uniqueCode("site")}.example`;
  await createUrl(request, creator, { originalUrl: `https://${host}/`, groupId });
  await database.query("UPDATE favicons SET image = 'png', etag = '\"tag\"', due_at = 'infinity' WHERE host = $1", [
    host,
  ]);
  return host;
}

async function insertSession(database: pg.Pool, user: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO sessions (session_token, user_id, expires)
     VALUES (gen_random_uuid()::text, $1, now() + interval '1 day') RETURNING id`,
    [user.id],
  );
  return rows[0].id;
}

async function insertBulkJob(database: pg.Pool, { id, email }: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO bulk_jobs (id, kind, state, total_urls, started_by_id, started_by_label)
     VALUES (gen_random_uuid(), 'refresh-favicons', 'done', 0, $1, $2) RETURNING id`,
    [id, email],
  );
  return rows[0].id;
}

async function insertApiKey(database: pg.Pool, groupId: string, creator: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four)
     VALUES (gen_random_uuid(), $1, $2, 'Key', gen_random_uuid()::text, 'hop_test', 'last') RETURNING id`,
    [groupId, creator.id],
  );
  return rows[0].id;
}

test.describe("lists hold what one may see", () => {
  test("urls, groups and memberships", async ({ request, createUser, createGroup }) => {
    const [creator, member, stranger, manager, admin] = await Promise.all([
      createUser(),
      createUser(),
      createUser(),
      createUser({ role: "group_admin" }),
      createUser({ role: "overall_admin" }),
    ]);
    const group = await createGroup(creator, member, manager);
    const foreignGroup = await createGroup(stranger);
    const inGroup = await createUrl(request, creator, { groupId: group });
    const alone = await createUrl(request, creator);

    const list = async (path: string, user: TestUser) => JSON.parse((await call(request, "GET", path, { user })).text);
    const seen = async (user: TestUser) =>
      (await list("/api/urls?limit=1000", user))
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => [inGroup.id, alone.id].includes(id));
    expect(await seen(creator)).toEqual([alone.id, inGroup.id]);
    expect(await seen(member)).toEqual([inGroup.id]);
    expect(await seen(manager)).toEqual([inGroup.id]);
    expect(await seen(stranger)).toEqual([]);
    expect(await seen(admin)).toEqual([alone.id, inGroup.id]);

    const groups = async (user: TestUser) =>
      (await list("/api/groups", user))
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => [group, foreignGroup].includes(id))
        .sort();
    expect(await groups(member)).toEqual([group]);
    expect(await groups(manager)).toEqual([group]);
    expect(await groups(stranger)).toEqual([foreignGroup]);
    expect(await groups(admin)).toEqual([group, foreignGroup].sort());

    const members = async (user: TestUser) =>
      (await list("/api/group-memberships", user))
        .filter(({ groupId }: { groupId: string }) => [group, foreignGroup].includes(groupId))
        .map(({ userId }: { userId: string }) => userId)
        .sort();
    expect(await members(member)).toEqual([member.id]);
    expect(await members(manager)).toEqual([creator.id, member.id, manager.id].sort());
    expect(await members(stranger)).toEqual([stranger.id]);
    expect(await members(admin)).toEqual([creator.id, member.id, manager.id, stranger.id].sort());
  });

  test("a search finds nothing that one may not see", async ({ request, createUser }) => {
    const [creator, stranger] = await Promise.all([createUser(), createUser()]);
    const { shortCode } = await createUrl(request, creator);
    const find = (user: TestUser) => call(request, "GET", `/api/urls?q=${shortCode}`, { user });
    expect(JSON.parse((await find(creator)).text)).toHaveLength(1);
    const nothing = await find(stranger);
    expect(nothing.text).toBe("[]");
    expect(nothing.headers["x-total-count"]).toBe("0");
  });
});

test("moving a link needs both: to be its editor and in the new group", async ({
  request,
  createUser,
  createGroup,
}) => {
  const [creator, other] = await Promise.all([createUser(), createUser()]);
  const foreign = await createGroup(other);
  const { id } = await createUrl(request, creator);
  const move = { user: creator, body: { groupId: foreign } };
  expectRefusal(await call(request, "PUT", `/api/urls/${id}`, move), { status: 403, code: "not_in_group" });
});
