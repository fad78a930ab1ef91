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
  UNKNOWN_ID,
  type UserOptions,
  uniqueCode,
} from "@/e2e/api/support";
import { insertGroup, insertUser } from "@/e2e/fixtures";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

/**
 * Roles from design section 7: S shortcode_admin, G group_admin, O overall_admin. `createCast` defines who is in the
 * link's group.
 */
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
  query?: string;
  /** The link was created with an API key and has no creator. */
  hasNoCreator?: boolean;
  /** Status for each caller; 401 by default for anonymous, paused and expired. */
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

/** Design section 7. `%id` is the link, `%group` its group, `%creator` its creator, `%email` the caller's address. */
const TABLE: Row[] = [
  { method: "POST", path: "/api/auth/request", body: { email: "%email" }, answers: ANYBODY },
  { method: "POST", path: "/api/auth/logout", answers: ANYBODY },
  { method: "GET", path: "/api/auth/verify/[token]", answers: all(ANYBODY, 303) },
  { method: "POST", path: "/api/auth/verify/[token]", answers: all(ANYBODY, 400) },
  { method: "GET", path: "/api/auth/user", answers: EVERYBODY },
  { method: "GET", path: "/api/sessions", answers: EVERYBODY },
  { method: "DELETE", path: "/api/sessions", answers: EVERYBODY },
  // The creator's session; no role may end another user's session.
  {
    method: "DELETE",
    path: "/api/sessions/[id]",
    answers: { ...all(EVERYBODY, 404), creator: 200 },
  },
  { method: "GET", path: "/api/summary", answers: EVERYBODY },
  { method: "PUT", path: "/api/summary", body: { frequency: "weekly" }, answers: EVERYBODY },
  { method: "GET", path: "/api/summary/unsubscribe/[token]", answers: all(ANYBODY, 404) },
  { method: "POST", path: "/api/summary/unsubscribe/[token]", answers: all(ANYBODY, 404) },
  { method: "GET", path: "/api/groups", answers: EVERYBODY },
  { method: "GET", path: "/api/group-memberships", answers: EVERYBODY },
  { method: "GET", path: "/api/group-counts", answers: EVERYBODY },
  { method: "GET", path: "/api/urls", answers: EVERYBODY },
  // lib/groups/queries.db.test.ts tests who finds whom.
  { method: "GET", path: "/api/urls/creators", answers: EVERYBODY },
  { method: "GET", path: "/api/unknown-codes", answers: { ...none([...S, ...G]), O: 200 } },
  {
    method: "PUT",
    path: "/api/unknown-codes/[code]",
    body: { isDismissed: true },
    answers: { ...none([...S, ...G]), O: 404 },
  },
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
    body: { status: "paused", generateQR: true },
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
  { method: "GET", path: "/api/urls/[id]", answers: WHO_SEES },
  { method: "GET", path: "/api/urls/[id]/qr", answers: WHO_SEES },
  // lib/urls/history.db.test.ts tests which parts each role sees.
  { method: "GET", path: "/api/urls/[id]/history", answers: WHO_SEES },
  { method: "GET", path: "/api/urls/[id]/qr-design", answers: WHO_SEES },
  {
    method: "PUT",
    path: "/api/urls/[id]/qr-design",
    body: { design: DEFAULT_DESIGN },
    answers: { ...WHO_SEES, "S of the group": 403 },
  },
  { method: "DELETE", path: "/api/urls/[id]/qr-design", answers: { ...WHO_SEES, "S of the group": 403 } },
  // lib/qr/list-codes.db.test.ts tests which codes are listed.
  { method: "GET", path: "/api/qr-codes", answers: EVERYBODY },
  { method: "GET", path: "/api/qr-templates", answers: EVERYBODY },
  {
    method: "POST",
    path: "/api/qr-templates",
    body: { name: "%email", design: DEFAULT_DESIGN, groupId: "%group" },
    answers: { ...all(MEMBERS, 201), "G elsewhere": 404, ...none(S) },
  },
  {
    method: "POST",
    path: "/api/qr-templates",
    body: { name: "%email", design: DEFAULT_DESIGN },
    answers: { ...none([...S, ...G]), O: 201 },
  },
  { method: "GET", path: "/api/qr-templates/[id]", answers: WHO_SEES },
  { method: "PUT", path: "/api/qr-templates/[id]", body: { name: "%email" }, answers: { ...MEMBERS, ...none(S) } },
  { method: "DELETE", path: "/api/qr-templates/[id]", answers: { ...MEMBERS, ...none(S) } },
  // Takes images, not JSON. lib/qr/designs/templates.db.test.ts tests who may use which logo.
  { method: "POST", path: "/api/qr-logos", body: {}, answers: all(EVERYBODY, 415) },
  { method: "GET", path: "/api/qr-logos/[id]", answers: WHO_SEES },
  { method: "POST", path: "/api/qr-preview", body: { design: DEFAULT_DESIGN }, answers: EVERYBODY },
  { method: "POST", path: "/api/qr-proof", body: { design: DEFAULT_DESIGN }, answers: EVERYBODY },
  { method: "GET", path: "/api/urls/[id]/placements", answers: WHO_SEES },
  {
    method: "POST",
    path: "/api/urls/[id]/placements",
    body: { name: "poster" },
    answers: { ...all(EVERYBODY, 201), "S of the group": 403, "S elsewhere": 404, "G elsewhere": 404 },
  },
  { method: "DELETE", path: "/api/urls/[id]/placements/[name]", answers: { ...WHO_SEES, "S of the group": 403 } },
  { method: "GET", path: "/api/qr-files", answers: EVERYBODY },
  {
    method: "POST",
    path: "/api/qr-files",
    // lib/qr/files/files.db.test.ts tests who sees which links.
    body: { ids: [UNKNOWN_ID] },
    answers: all(EVERYBODY, 404),
  },
  // Files belong to their requester, which lib/qr/files/files.db.test.ts tests.
  { method: "GET", path: "/api/qr-files/[id]", answers: all(EVERYBODY, 404) },
  { method: "GET", path: "/api/qr-files/[id]/download", answers: all(EVERYBODY, 404) },
  { method: "DELETE", path: "/api/qr-files/[id]", answers: all(EVERYBODY, 404) },
  { method: "GET", path: "/api/urls/[id]/shares", answers: { ...WHO_SEES, "S of the group": 403 } },
  {
    method: "POST",
    path: "/api/urls/[id]/shares",
    body: {},
    answers: { ...all(EVERYBODY, 201), "S of the group": 403, "S elsewhere": 404, "G elsewhere": 404 },
  },
  { method: "DELETE", path: "/api/urls/[id]/shares/[shareId]", answers: { ...WHO_SEES, "S of the group": 403 } },
  { method: "GET", path: "/api/urls/[id]/stats", answers: WHO_SEES },
  { method: "GET", path: "/api/urls/[id]/stats/export", answers: WHO_SEES },
  // lib/stats/marks.db.test.ts tests who sees destinations.
  { method: "GET", path: "/api/urls/[id]/marks", answers: WHO_SEES },
  { method: "GET", path: "/api/urls/compare", query: "ids=%id", answers: WHO_SEES },
  { method: "GET", path: "/api/urls/compare/export", query: "ids=%id", answers: WHO_SEES },
  // lib/urls/bulk.db.test.ts tests rights per link; moving into a foreign group is refused as a whole.
  { method: "POST", path: "/api/urls/bulk", body: { ids: ["none"], action: "pause" }, answers: EVERYBODY },
  {
    method: "POST",
    path: "/api/urls/bulk",
    body: { ids: ["none"], action: "move", groupId: "%group" },
    answers: { ...EVERYBODY, "S elsewhere": 403, "G elsewhere": 403 },
  },
  // The creator's change; no role undoes another user's.
  { method: "POST", path: "/api/urls/bulk/[id]/undo", answers: { ...all(EVERYBODY, 404), creator: 200 } },
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
  { method: "POST", path: "/api/users/[id]/invitation", answers: { ...none(S), ...none(G), O: 202 } },
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
  { method: "GET", path: "/api/groups/[id]/stats", answers: WHO_SEES },
  { method: "GET", path: "/api/groups/[id]/stats/export", answers: WHO_SEES },
  { method: "GET", path: "/api/groups/[id]/top-urls", answers: WHO_SEES },
  // lib/stats/every-number.db.test.ts tests which links are counted.
  { method: "GET", path: "/api/stats", answers: EVERYBODY },
  { method: "GET", path: "/api/stats/export", answers: EVERYBODY },
  { method: "GET", path: "/api/stats/top-urls", answers: EVERYBODY },
  // lib/search/queries.db.test.ts tests what each role finds.
  { method: "GET", path: "/api/search", query: "q=ex", answers: EVERYBODY },
  { method: "GET", path: "/api/dashboard/activity", answers: EVERYBODY },
  { method: "GET", path: "/api/analytics/global", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/top-urls", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/export", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/analytics/live", answers: { ...none(S), ...none(G), O: 200 } },
  // Public, for anyone who has a token.
  {
    method: "POST",
    path: "/api/analytics/shared",
    body: { token: "unknown", password: "unknown" },
    answers: all(ANYBODY, 404),
  },
  { method: "GET", path: "/api/analytics/[urlId]", answers: WHO_SEES },
  { method: "GET", path: "/api/dashboard/stats", answers: EVERYBODY },
  { method: "GET", path: "/api/dashboard/top-urls", answers: EVERYBODY },
  { method: "GET", path: "/api/audit", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/audit/[id]/items", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/groups/[id]/api-keys", answers: { ...MEMBERS, ...none(S) } },
  {
    method: "POST",
    path: "/api/groups/[id]/api-keys",
    body: { name: "Key", rateLimit: 100 },
    answers: { ...all(MEMBERS, 201), "G elsewhere": 404, ...none(S) },
  },
  // The key's creator is a shortcode_admin, so the key is suspended.
  { method: "PUT", path: "/api/api-keys/[id]/adopt", answers: { ...MEMBERS, ...none(S) } },
  { method: "PUT", path: "/api/api-keys/[id]/revoke", answers: { ...MEMBERS, ...none(S) } },
  { method: "DELETE", path: "/api/api-keys/[id]", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/settings", answers: { ...none(S), ...none(G), O: 200 } },
  // An empty value changes nothing: all specs share the installation.
  {
    method: "PUT",
    path: "/api/settings",
    body: { settings: [{ key: "smtp_user", value: "" }] },
    answers: { ...none(S), ...none(G), O: 200 },
  },
  { method: "GET", path: "/api/settings/database", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/settings/test-mail", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/urls/regenerate-qr", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "GET", path: "/api/urls/refresh-favicons", answers: { ...none(S), ...none(G), O: 200 } },
  { method: "POST", path: "/api/urls/refresh-favicons", answers: { ...none(S), ...none(G), O: 202 } },
  // The host of a link in the group, created by `creator`, with a favicon.
  { method: "GET", path: "/api/favicons/[host]", answers: WHO_SEES },
];

/** Streams that end only when the client disconnects. */
const ENDLESS = ["/api/analytics/live"];

type Scene = { cast: Cast; group: string };

let readers: Promise<Scene> | undefined;

/** Reads change nothing, so those of a worker share a cast. A worker's fixture would start all workers again. */
function shared(database: pg.Pool): Promise<Scene> {
  readers ??= createScene(database);
  return readers;
}

/** Each user may run only a few exports and streams at once. */
function isLimited(path: string): boolean {
  return path.endsWith("/export") || ENDLESS.includes(path);
}

/** Callers whose role lacks the function. */
function none(callers: Caller[]): Partial<Record<Caller, number>> {
  return Object.fromEntries(callers.map((caller) => [caller, 403]));
}

function all(callers: Partial<Record<Caller, number>>, status: number): Partial<Record<Caller, number>> {
  return Object.fromEntries(Object.keys(callers).map((caller) => [caller, status]));
}

test("the table covers every route of app/api", () => {
  const calls = routes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  const rows = TABLE.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(rows)].sort()).toEqual(calls.sort());
});

for (const { method, path, query, body, hasNoCreator, answers } of TABLE) {
  test(`${method} ${path} ${body ? JSON.stringify(body) : ""}${hasNoCreator ? " without a creator" : ""}`, async ({
    request,
    database,
    createUser,
  }) => {
    const isRead = method === "GET";
    const { cast, group } = await (isRead && !isLimited(path) ? shared(database) : createScene(database));
    const { creator } = cast;
    const callers = ["anonymous", ...Object.keys(cast)] as Caller[];
    const newTarget = async () => {
      if (path.startsWith("/api/users/")) return (await createUser()).id;
      if (path.startsWith("/api/groups/")) return group;
      if (path.startsWith("/api/sessions/")) return insertSession(database, creator);
      if (path.startsWith("/api/api-keys/")) return insertApiKey(database, group, creator);
      if (path.startsWith("/api/favicons/")) return insertFavicon(request, database, group, creator);
      if (path.startsWith("/api/qr-templates/")) return insertTemplate(database, group, creator);
      if (path.startsWith("/api/qr-logos/")) return insertLogo(database, group, creator);
      const urlId = await insertUrl(database, group, hasNoCreator ? null : creator);
      if (path.includes("[shareId]")) await insertShare(database, urlId, creator);
      if (path.includes("[name]")) await insertPlacement(database, urlId);
      return /^.api.(urls.bulk|audit)./.test(path) ? insertChange(database, urlId, creator) : urlId;
    };
    const isTargeted = path.includes("[") || query?.includes("%id");
    // One for each caller of a change, as some use theirs up.
    const ids = await Promise.all(isTargeted ? (isRead ? callers.slice(0, 1) : callers).map(newTarget) : []);

    for (const [index, caller] of callers.entries()) {
      const user = caller === "anonymous" ? undefined : cast[caller];
      const id = ids[isRead ? 0 : index] ?? "";
      const sent =
        body &&
        JSON.parse(
          JSON.stringify(body)
            .replace("%group", group)
            .replace("%creator", creator.id)
            .replace("%email", user?.email ?? "nobody@example.com"),
        );
      const filled = fill(path, id, secondOf(path, { id, creator }));
      const target = filled + (query ? `?${query.replace("%id", id)}` : "");
      const answer = ENDLESS.includes(path)
        ? await peek(target, user, (text) => text.startsWith(": listening"))
        : await call(request, method, target, { user, body: sent });
      const expected = answers[caller] ?? 401;
      if (expected === 401)
        expectRefusal(answer, { status: 401, code: "unauthorized", message: "Unauthorized" }, caller);
      else if (expected >= 400) expectRefusal(answer, { status: expected }, caller);
      else expect(answer.status, `${caller}: ${answer.text.slice(0, 200)}`).toBe(expected);

      if (!path.startsWith("/api/urls/[id]")) continue;
      const { rows } = await database.query("SELECT status FROM short_urls WHERE id = $1", [id]);
      const isChange = method !== "GET" && path === "/api/urls/[id]" && expected === 200;
      const wanted = method === "DELETE" ? "deleted" : (sent as { status?: string } | undefined)?.status;
      expect(rows, caller).toEqual([{ status: isChange ? wanted : "active" }]);
    }
  });
}

type Cast = Record<Exclude<Caller, "anonymous">, TestUser>;

async function createScene(database: pg.Pool): Promise<Scene> {
  const cast = await createCast(database);
  await database.query("UPDATE sessions SET expires = now() - interval '1 second' WHERE user_id = $1", [
    cast.expired.id,
  ]);
  const group = await insertGroup(database, [cast.creator, cast["S of the group"], cast["G of the group"]]);
  await insertGroup(database, [cast["S elsewhere"], cast["G elsewhere"]]);
  return { cast, group };
}

async function createCast(database: pg.Pool): Promise<Cast> {
  const roles: Record<keyof Cast, UserOptions> = {
    creator: {},
    "S of the group": {},
    "S elsewhere": {},
    "G of the group": { role: "group_admin" },
    "G elsewhere": { role: "group_admin" },
    O: { role: "overall_admin" },
    // If they were let in, they would have all rights.
    paused: { role: "overall_admin", status: "paused" },
    expired: { role: "overall_admin" },
  };
  const entries = Object.entries(roles).map(
    async ([name, options]) => [name, await insertUser(database, options)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Cast;
}

async function insertUrl(database: pg.Pool, groupId: string, creator: TestUser | null): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, qr_generated_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'https://example.com/', $2, $3, now(), now()) RETURNING id`,
    [uniqueCode("role"), creator?.id, groupId],
  );
  return rows[0].id;
}

/** Inserts a shared page of a link, with the link's id. */
async function insertShare(database: pg.Pool, urlId: string, user: TestUser): Promise<void> {
  await database.query(
    "INSERT INTO stat_shares (id, url_id, created_by_id, token_hash, max_range) VALUES ($1, $1, $2, $3, '30d')",
    [urlId, user.id, uniqueCode("share")],
  );
}

async function insertTemplate(database: pg.Pool, groupId: string, { id }: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO qr_templates (id, group_id, name, design, created_by_id, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, now()) RETURNING id`,
    [groupId, uniqueCode("Brand"), DEFAULT_DESIGN, id],
  );
  return rows[0].id;
}

/** Inserts a logo that members of the group may use. */
async function insertLogo(database: pg.Pool, groupId: string, { id }: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO qr_logos (id, png, width, height, group_id, created_by_id)
     VALUES (gen_random_uuid(), 'png', 1, 1, $1, $2) RETURNING id`,
    [groupId, id],
  );
  return rows[0].id;
}

/** Inserts a placement named "menu". */
async function insertPlacement(database: pg.Pool, urlId: string): Promise<void> {
  await database.query("INSERT INTO qr_placements (url_id, name) VALUES ($1, 'menu')", [urlId]);
}

/** The value for the second parameter of a path. */
function secondOf(path: string, { id, creator }: { id: string; creator: TestUser }): string {
  if (path.includes("[name]")) return "menu";
  return path.includes("[shareId]") ? id : creator.id;
}

/** Inserts the audit entry of a bulk change to a link and returns its id. */
async function insertChange(database: pg.Pool, urlId: string, user: TestUser): Promise<string> {
  const { rows } = await database.query(
    `WITH entry AS (
       INSERT INTO audit_entries (id, actor_id, actor_label, action, subject_type, subject_id, subject_label)
       VALUES (gen_random_uuid(), $2, 'Creator', 'short_urls.pause', 'short_urls', 'many', '1 URL') RETURNING id)
     INSERT INTO audit_items (entry_id, subject_id, subject_label, before, after, subject_updated_at)
     SELECT entry.id, short_urls.id, short_code, '{"status":"paused"}', '{"status":"active"}', updated_at
     FROM entry, short_urls WHERE short_urls.id = $1 RETURNING entry_id AS id`,
    [urlId, user.id],
  );
  return rows[0].id;
}

/** Inserts a link with a favicon and returns its host. */
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

async function insertApiKey(database: pg.Pool, groupId: string, creator: TestUser): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four)
     VALUES (gen_random_uuid(), $1, $2, 'Key', gen_random_uuid()::text, 'hop_test', 'last') RETURNING id`,
    [groupId, creator.id],
  );
  return rows[0].id;
}

test.describe("lists contain only what the caller may see", () => {
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
      (await list(`/api/urls?limit=1000&creator=${creator.id}`, user))
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
      [
        ...(await list(`/api/group-memberships?groupId=${group}`, user)),
        ...(await list(`/api/group-memberships?groupId=${foreignGroup}`, user)),
      ]
        .map(({ userId }: { userId: string }) => userId)
        .sort();
    expect(await members(member)).toEqual([member.id]);
    expect(await members(manager)).toEqual([creator.id, member.id, manager.id].sort());
    expect(await members(stranger)).toEqual([stranger.id]);
    expect(await members(admin)).toEqual([creator.id, member.id, manager.id, stranger.id].sort());
  });

  test("a search finds only what the caller may see", async ({ request, createUser }) => {
    const [creator, stranger] = await Promise.all([createUser(), createUser()]);
    const { shortCode } = await createUrl(request, creator);
    const find = (user: TestUser) => call(request, "GET", `/api/urls?q=${shortCode}`, { user });
    expect(JSON.parse((await find(creator)).text)).toHaveLength(1);
    const nothing = await find(stranger);
    expect(nothing.text).toBe("[]");
    expect(nothing.headers["x-total-count"]).toBe("0");
  });
});

test("moving a link requires being its editor and a member of the new group", async ({
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
