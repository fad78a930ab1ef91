import {
  BAD_PARAMETERS,
  call,
  createUrl,
  expect,
  expectRefusal,
  fill,
  JSON_TYPE,
  MALFORMED,
  OTHER_TYPES,
  rawBytes,
  rawCall,
  routes,
  rowsOf,
  sessionOf,
  test,
  UNKNOWN_ID,
  uniqueCode,
} from "@/e2e/api/support";
import { GROUP_ID_INVALID, ONE_LIVE_SCOPE, TOP_LIMIT_INVALID, URL_ID_INVALID } from "@/lib/analytics/schema";
import { ACTOR_INVALID, FROM_INVALID, TO_INVALID } from "@/lib/audit/list-schema";
import { EMAIL_INVALID } from "@/lib/email";
import {
  DESCRIPTION_NOT_A_STRING,
  GROUP_NAME_REQUIRED,
  MEMBER_INVALID,
  USER_LIMIT_TOO_HIGH,
  USER_LIMIT_TOO_LOW,
} from "@/lib/groups/schema";
import { LIMIT_OUT_OF_RANGE } from "@/lib/list-query";
import { SEARCH_TOO_SHORT } from "@/lib/search/schema";
import {
  BASE_URL_INVALID,
  CREDENTIAL_CHARSET,
  HOST_INVALID,
  PORT_INVALID,
  SETTING_DUPLICATE,
  SETTING_EMAIL_INVALID,
  SETTING_NOT_TEXT,
  SETTING_UNKNOWN,
  SETTINGS_NOT_A_LIST,
} from "@/lib/settings/schema";
import {
  BOTS_INVALID,
  ONE_SCOPE,
  PERIOD_INVALID,
  PERIOD_TOP_LIMIT_INVALID,
  WHAT_INVALID,
} from "@/lib/stats/analytics-schema";
import {
  CLICKS_CURSOR_INVALID,
  COMPARED_INVALID,
  FILTERS_OF_ONE_LINK,
  FROM_DAY_INVALID,
  HOURS_OF_ONE_LINK,
  LISTED_BOTS_INVALID,
  RANGE_BACKWARDS,
  RANGE_INVALID,
  RANGE_OR_DAYS,
  RANGE_TOO_LONG,
  TO_DAY_INVALID,
} from "@/lib/stats/schema";
import { CREATOR_INVALID, GROUP_FILTER_INVALID, STATUS_FILTER_INVALID, URL_SORT_INVALID } from "@/lib/urls/list-schema";
import {
  BULK_ACTION_INVALID,
  BULK_IDS_INVALID,
  characterForbidden,
  GROUP_INVALID,
  HOST_MISSING,
  HOST_WITHOUT_DOT,
  SHORT_CODE_CHARSET,
  SHORT_CODE_NOT_TEXT,
  SHORT_CODE_RESERVED,
  SHORT_CODE_TOO_LONG,
  URL_INVALID,
  URL_NOT_TEXT,
  URL_REQUIRED,
  URL_TOO_LONG,
} from "@/lib/urls/schema";
import { BULK_MAX_URLS } from "@/lib/urls/types";
import { GROUP_LIMIT_INVALID, USER_SORT_INVALID, USER_STATUS_FILTER_INVALID } from "@/lib/users/list-schema";
import {
  FIRST_NAME_REQUIRED,
  LAST_NAME_REQUIRED,
  ROLE_INVALID,
  URL_LIMIT_TOO_HIGH,
  URL_LIMIT_TOO_LOW,
  USER_EMAIL_INVALID,
  USER_STATUS_INVALID,
} from "@/lib/users/schema";

const UNSTORABLE = "Text contains characters that are not allowed";
const STATUS_INVALID = "Status must be active, paused or deleted";
/** Far above, and just above, the limit of every JSON body. */
const HUGE = chunksOf(4_000_000);
const LARGE = chunksOf(600_000);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const FOREIGN_ORIGINS = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "http://localhost.evil.example" },
  { Origin: "rubbish" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "cross-site", Origin: process.env.E2E_URL ?? "" },
];

/** Called by mail clients with a form (RFC 8058); see summary.spec.ts. */
const TAKES_ANY_BODY = "/api/summary/unsubscribe/[token]";
/** Takes images instead of JSON. */
const TAKES_IMAGES = "/api/qr-logos";
/** Every call that changes something. */
const changes = routes()
  .filter(({ path }) => path !== TAKES_ANY_BODY)
  .flatMap(({ path, methods }) =>
    methods.filter((method) => method !== "GET").map((method) => ({ method, path, target: fill(path, UNKNOWN_ID) })),
  );
const withParameter = routes().filter(({ path }) => path.includes("["));

test("every route file declares its methods", () => {
  for (const { path, methods } of routes()) expect(methods, path).not.toEqual([]);
  expect(changes).toContainEqual({ method: "POST", path: "/api/urls", target: "/api/urls" });
  expect(withParameter.length).toBeGreaterThanOrEqual(3);
});

/** An ordinary path, one without a body schema, and one that needs no session. */
const THOROUGHLY = ["/api/urls", "/api/urls/regenerate-qr", "/api/auth/request"];

/** One path of each kind gets all values, every other path one of them, since the same code refuses them. */
function someFor<T>(path: string, index: number, values: readonly T[]): readonly T[] {
  return THOROUGHLY.includes(path) ? values : values.slice(index % values.length).slice(0, 1);
}

/** The chunks of a JSON body of about this many bytes. */
function chunksOf(bytes: number): string[] {
  const text = "x".repeat(bytes / 2);
  const body = JSON.stringify({ originalUrl: `https://example.com/${text}`, email: text });
  return body.match(/.{1,60000}/gs) ?? [];
}

test.describe("an unsupported method", () => {
  for (const [index, { path, methods }] of routes().entries()) {
    test(`is refused at ${path} with an Allow header`, async ({ request, createUser }) => {
      const user = await createUser();
      for (const method of METHODS.filter((name) => !methods.includes(name))) {
        const answer = await call(request, method, fill(path, UNKNOWN_ID), { user });
        expectRefusal(answer, { status: 405, code: "method_not_allowed" }, method);
        for (const allowed of methods) expect(answer.headers.allow).toContain(allowed);
        expect(answer.headers.allow?.split(", ")).not.toContain(method);
      }
      for (const method of someFor(path, index, ["TRACE", "PROPFIND", "PURGE"])) {
        const answer = await rawCall(method, fill(path, UNKNOWN_ID), { headers: sessionOf(user) });
        expectRefusal(answer, { status: 405, code: "method_not_allowed" }, method);
      }
    });
  }

  test("is malformed if Node's parser does not know it", async () => {
    for (const path of THOROUGHLY) {
      expect(await rawBytes(`HOPPING ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 .*"code":"malformed"/s,
      );
    }
  });

  test("is refused at pages and short links", async ({ request }) => {
    for (const target of ["/", "/urls", "/paused", `/${uniqueCode("none")}`]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        expect((await call(request, method, target)).status, `${method} ${target}`).toBe(405);
      }
      expect((await rawCall("TRACE", target)).status).toBe(405);
    }
  });
});

test.describe("a changing call", () => {
  for (const [index, { method, path, target }] of changes.entries()) {
    test(`${method} ${path}: refuses other sites, form posts, large and malformed bodies`, async ({
      request,
      createUser,
      database,
    }) => {
      const user = await createUser();
      const before = await rowsOf(database, user);
      const url = target.replace(UNKNOWN_ID, (await createUrl(request, user)).id);
      const afterCreating = await rowsOf(database, user);
      expect(afterCreating.short_urls).toBe((before.short_urls ?? 0) + 1);

      for (const headers of someFor(path, index, FOREIGN_ORIGINS)) {
        const answer = await call(request, method, url, { user, headers, body: {} });
        expectRefusal(answer, { status: 403, code: "foreign_origin" }, JSON.stringify(headers));
      }
      for (const type of someFor(path, index, OTHER_TYPES)) {
        const headers = { ...sessionOf(user), ...(type && { "Content-Type": type }) };
        const answer = await rawCall(method, url, { headers, chunks: ['{"a":1}'] });
        expectRefusal(answer, { status: 415, code: "unsupported_media_type" }, `Content-Type: ${type}`);
      }
      // Already refused because of its type.
      if (path === TAKES_IMAGES) return;
      const chunks = THOROUGHLY.includes(path) ? HUGE : LARGE;
      for (const length of someFor(path, index, [{ "Transfer-Encoding": "chunked" }, {}])) {
        const headers = { ...sessionOf(user), ...JSON_TYPE, ...length };
        const answer = await rawCall(method, url, { headers, chunks });
        expectRefusal(answer, { status: 413, code: "too_large" }, JSON.stringify(length));
      }
      for (const body of someFor(path, index, MALFORMED)) {
        const answer = await call(request, method, url, { user, body });
        expectRefusal(answer, { status: 400, code: "malformed" }, body.slice(0, 20));
      }
      expect(await rowsOf(database, user)).toEqual(afterCreating);
    });
  }
});

for (const { path, methods } of withParameter) {
  test(`an invalid parameter is not found: ${path}`, async ({ createUser, database }) => {
    // An overall_admin may see everything.
    const user = await createUser({ role: "overall_admin" });
    const before = await rowsOf(database, user);
    for (const method of methods) {
      for (const parameter of BAD_PARAMETERS) {
        const answer = await rawCall(method, fill(path, parameter), {
          headers: { ...sessionOf(user), ...JSON_TYPE },
          chunks: method === "GET" ? [] : ["{}"],
        });
        const about = `${method} ${parameter.slice(0, 50)}`;
        // An invalid sign-in link leads to the sign-in screen.
        if (answer.status === 303) expect(answer.headers.location, about).toBe("/?error=link");
        else expectRefusal(answer, { status: [400, 404, 414].includes(answer.status) ? answer.status : 404 }, about);
      }
    }
    expect(await rowsOf(database, user)).toEqual(before);
  });
}

test("an unknown path gets the usual error body", async ({ request }) => {
  for (const target of [
    "/api",
    "/api/nothing",
    "/api/urls/a/b/c",
    "/api/v9/urls",
    "/api/%2e%2e%2fetc",
    "/api/__proto__",
    "/api/%00",
  ]) {
    for (const method of METHODS)
      expectRefusal(await call(request, method, target), { status: 404, code: "not_found" }, `${method} ${target}`);
  }
  for (const target of ["/api/%ff", "/api/%zz", "/api/%", "/api/urls%"]) {
    expectRefusal(await rawCall("GET", target), { status: 400, code: "malformed" }, target);
  }
});

test("refusals by the front carry success: false under the public API", async () => {
  for (const [method, target, status] of [
    ["GET", "/api/v1/%ff", 400],
    ["TRACE", "/api/v1/urls", 405],
    ["GET", `/api/v1/urls?q=${"a".repeat(9_000)}`, 414],
  ] as const) {
    const answer = await rawCall(method, target);
    expectRefusal(answer, { status }, target.slice(0, 40));
    expect(JSON.parse(answer.text).success).toBe(false);
  }
  expect(JSON.parse((await rawCall("GET", "/api/v10/%ff")).text)).not.toHaveProperty("success");
});

test("a page request with an invalid router state is refused", async () => {
  for (const state of ["rubbish", "%", "%5B", "[1]", '{"a":1}']) {
    for (const target of ["/", "/urls", "/paused"]) {
      const answer = await rawCall("GET", target, { headers: { RSC: "1", "Next-Router-State-Tree": state } });
      expect([target, state, answer.status]).toEqual([target, state, 400]);
    }
  }
});

type Case = [about: string, body: unknown, message: string | RegExp, field?: string];

const NO_OBJECT: Case[] = [
  ["null", "null", "The request body must be a JSON object"],
  ["a list", "[]", "The request body must be a JSON object"],
  ["a number", "1", "The request body must be a JSON object"],
  ["a text", '"x"', "The request body must be a JSON object"],
  ["true", "true", "The request body must be a JSON object"],
  ["nested too deeply", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, "The request body is nested too deeply"],
];

const destination = (originalUrl: unknown, message: string): Case => [
  `originalUrl ${JSON.stringify(originalUrl)?.slice(0, 60)}`,
  { originalUrl },
  message,
  "originalUrl",
];
const DESTINATIONS = [
  destination(null, URL_REQUIRED),
  destination(1, URL_NOT_TEXT),
  destination(true, URL_NOT_TEXT),
  destination([], URL_NOT_TEXT),
  destination(["https://example.com/"], URL_NOT_TEXT),
  destination({ href: "https://example.com/" }, URL_NOT_TEXT),
  destination("", URL_REQUIRED),
  destination("   ", URL_REQUIRED),
  destination("http://", HOST_MISSING),
  destination("example.com/path", URL_INVALID),
  destination("javascript:alert(1)//example.com", URL_INVALID),
  destination("https://localhost/path", HOST_WITHOUT_DOT),
  destination("https://exa mple.com/", characterForbidden(" ")),
  destination("https://example.com/<script>", characterForbidden("<")),
  destination("https://example.com/\r\nX: y", characterForbidden("\r")),
  destination("https://example.com/\u0000", characterForbidden("\u0000")),
  destination("https://example.com/\ud800", characterForbidden("\ud800")),
  destination(`https://example.com/${"a".repeat(2_048)}`, URL_TOO_LONG),
];

const field = (name: string, value: unknown, message: string | RegExp): Case => [
  `${name} ${JSON.stringify(value)?.slice(0, 60)}`,
  { originalUrl: "https://example.com/", [name]: value },
  message,
  name,
];
const GROUPS = [1, true, "", "none", "1", [], {}, `${UNKNOWN_ID}x`].map((value) =>
  field("groupId", value, GROUP_INVALID),
);
const CREATE: Case[] = [
  ...NO_OBJECT,
  ["nothing in it", {}, URL_REQUIRED, "originalUrl"],
  ["only prototype keys", '{"__proto__":{"originalUrl":"https://example.com/"}}', URL_REQUIRED, "originalUrl"],
  ["a constructor", { constructor: { originalUrl: "https://example.com/" } }, URL_REQUIRED, "originalUrl"],
  [
    "the same key twice, of which the last counts",
    '{"originalUrl":"https://example.com/","originalUrl":1}',
    URL_NOT_TEXT,
    "originalUrl",
  ],
  ...DESTINATIONS,
  ...[1, true, [], {}].map((value) => field("shortCode", value, SHORT_CODE_NOT_TEXT)),
  ...["a b", "a/b", "ü", "a.b", "..", "%61", "a\nb", "<script>"].map((value) =>
    field("shortCode", value, SHORT_CODE_CHARSET),
  ),
  ...["api", "API", "Urls", "_next", "dashboard"].map((value) => field("shortCode", value, SHORT_CODE_RESERVED)),
  field("shortCode", "a".repeat(65), SHORT_CODE_TOO_LONG),
  field("shortCode", "a\u0000", SHORT_CODE_CHARSET),
  field("shortCode", "\udc00", SHORT_CODE_CHARSET),
  ...GROUPS,
  field("groupId", "\u0000", GROUP_INVALID),
  ...[1, 0, "true", null, [], {}].map((value) => field("generateQR", value, "`generateQR` must be true or false.")),
];
const UPDATE: Case[] = [
  ...NO_OBJECT,
  ...DESTINATIONS,
  ...["", "Active", "locked", "archived", 1, null, true, [], ["active"], {}].map((value) =>
    field("status", value, STATUS_INVALID),
  ),
  field("status", "active\u0000", STATUS_INVALID),
  ...GROUPS,
  ...[false, 1, "true", null, [], {}].map((value) => field("generateQR", value, "`generateQR` must be true.")),
];

test("POST /api/urls refuses every bad field and stores nothing", async ({ request, createUser, database }) => {
  const user = await createUser();
  const before = await rowsOf(database, user);
  for (const [about, body, message, name] of CREATE) {
    const answer = await call(request, "POST", "/api/urls", { user, body });
    expectRefusal(answer, { status: 400, code: "invalid", message, ...(name && { field: name }) }, about);
  }
  expect(await rowsOf(database, user)).toEqual(before);
});

test("PUT /api/urls/{id} refuses every bad field and changes nothing", async ({ request, createUser, database }) => {
  const user = await createUser();
  const { id } = await createUrl(request, user);
  const readRow = async () => (await database.query("SELECT * FROM short_urls WHERE id = $1", [id])).rows;
  const row = await readRow();
  const before = await rowsOf(database, user);
  for (const [about, body, message, name] of UPDATE) {
    const answer = await call(request, "PUT", `/api/urls/${id}`, { user, body });
    expectRefusal(answer, { status: 400, code: "invalid", message, ...(name && { field: name }) }, about);
  }
  expect(await readRow()).toEqual(row);
  expect(await rowsOf(database, user)).toEqual(before);
});

test("POST /api/urls/bulk refuses every bad field and changes nothing", async ({ request, createUser, database }) => {
  const user = await createUser();
  const { id } = await createUrl(request, user);
  const before = await rowsOf(database, user);
  const ids = [id];
  const cases: Case[] = [
    ...NO_OBJECT,
    ...["pause", "move"].flatMap((action): Case[] => [
      ...[undefined, null, "", id, 1, {}, [], [1], [null], [ids], Array(BULK_MAX_URLS + 1).fill(id)].map(
        (value): Case => [
          `${action} ids ${JSON.stringify(value)?.slice(0, 60)}`,
          { ids: value, action, groupId: null },
          BULK_IDS_INVALID,
        ],
      ),
    ]),
    ...[undefined, null, "", "Pause", "deleted", "__proto__", 1, [], ["pause"], {}].map(
      (action): Case => [`action ${JSON.stringify(action)}`, { ids, action }, BULK_ACTION_INVALID, "action"],
    ),
    ["a text that cannot be stored", { ids: ["\u0000"], action: "pause" }, UNSTORABLE, "ids.0"],
    ...[undefined, 1, "", "none", [], {}].map(
      (groupId): Case => [`to ${JSON.stringify(groupId)}`, { ids, action: "move", groupId }, GROUP_INVALID, "groupId"],
    ),
  ];
  for (const [about, body, message, name] of cases) {
    const answer = await call(request, "POST", "/api/urls/bulk", { user, body });
    expectRefusal(answer, { status: 400, code: "invalid", message, ...(name && { field: name }) }, about);
  }
  expect(await rowsOf(database, user)).toEqual(before);
});

test("POST /api/auth/request refuses every bad address and queues no mail", async ({ request, database }) => {
  const marker = uniqueCode("bad");
  const bad = [
    undefined,
    null,
    1,
    true,
    [],
    [`${marker}@example.com`],
    { address: `${marker}@example.com` },
    "",
    "  ",
    marker,
    `${marker}@`,
    `${marker}@example`,
    `@${marker}.example.com`,
    `${marker}@exam ple.com`,
    `${"a".repeat(300)}${marker}@example.com`,
    `${marker}\u0000@example.com`,
    `${marker}@example.com\ud800`,
  ];
  for (const email of bad) {
    const answer = await call(request, "POST", "/api/auth/request", { body: { email } });
    expectRefusal(answer, { status: 400, code: "invalid", message: EMAIL_INVALID, field: "email" }, String(email));
  }
  for (const [about, body, message] of NO_OBJECT) {
    expectRefusal(await call(request, "POST", "/api/auth/request", { body }), { status: 400, message }, about);
  }
  const { rows } = await database.query("SELECT id FROM pgboss.job WHERE data::text LIKE $1", [`%${marker}%`]);
  expect(rows).toEqual([]);
});

type AdminCase = [call: string, body: unknown, message: string, field?: string];

const setting = (key: string, value: unknown, message: string, field = key): AdminCase => [
  "PUT /api/settings",
  { settings: [{ key, value }] },
  message,
  field,
];
const person = { email: "ann@example.com", firstName: "Ann", lastName: "Lee" };
const ADMIN_CALLS: AdminCase[] = [
  ["GET /api/urls/creators?id=me", undefined, "`id` must be a UUID.", "id"],
  ["GET /api/unknown-codes?limit=51", undefined, "`limit` must be a whole number from 1 to 50.", "limit"],
  ["PUT /api/unknown-codes/typo", { isDismissed: "yes" }, "`isDismissed` must be true or false.", "isDismissed"],
  ["PUT /api/summary", { frequency: "daily" }, "`frequency` must be off, weekly or monthly.", "frequency"],
  ["POST /api/users", {}, USER_EMAIL_INVALID, "email"],
  ["POST /api/users", { ...person, email: "ann@" }, USER_EMAIL_INVALID, "email"],
  ["POST /api/users", { ...person, email: "ann\u0000@example.com" }, USER_EMAIL_INVALID, "email"],
  ["POST /api/users", { ...person, firstName: " " }, FIRST_NAME_REQUIRED, "firstName"],
  ["POST /api/users", { ...person, lastName: null }, LAST_NAME_REQUIRED, "lastName"],
  ["POST /api/users", { ...person, lastName: "\ud800" }, UNSTORABLE, "lastName"],
  ["POST /api/users", { ...person, role: "admin" }, ROLE_INVALID, "role"],
  ["POST /api/users", { ...person, urlLimit: 0 }, URL_LIMIT_TOO_LOW, "urlLimit"],
  ["POST /api/users", { ...person, urlLimit: 101 }, URL_LIMIT_TOO_HIGH, "urlLimit"],
  ["PUT /api/users/%user", { email: 1 }, USER_EMAIL_INVALID, "email"],
  ["PUT /api/users/%user", { firstName: "" }, FIRST_NAME_REQUIRED, "firstName"],
  ["PUT /api/users/%user", { role: ["overall_admin"] }, ROLE_INVALID, "role"],
  ["PUT /api/users/%user", { urlLimit: 1e300 }, URL_LIMIT_TOO_HIGH, "urlLimit"],
  ["PUT /api/users/%user/status", {}, USER_STATUS_INVALID, "status"],
  ["PUT /api/users/%user/status", { status: "gone" }, USER_STATUS_INVALID, "status"],
  ["POST /api/groups", {}, GROUP_NAME_REQUIRED, "name"],
  ["POST /api/groups", { name: "Ours", description: 1 }, DESCRIPTION_NOT_A_STRING, "description"],
  ["POST /api/groups", { name: "Ours", userLimit: 100_001 }, USER_LIMIT_TOO_HIGH, "userLimit"],
  ["PUT /api/groups/%group", { name: "" }, GROUP_NAME_REQUIRED, "name"],
  ["PUT /api/groups/%group", { userLimit: -1 }, USER_LIMIT_TOO_LOW, "userLimit"],
  ["PUT /api/groups/%group", { name: "a\u0000" }, UNSTORABLE, "name"],
  ["POST /api/groups/%group/members", {}, MEMBER_INVALID, "userId"],
  ["POST /api/groups/%group/members", { userId: "1" }, MEMBER_INVALID, "userId"],
  ["PUT /api/settings", {}, SETTINGS_NOT_A_LIST, "settings"],
  ["PUT /api/settings", { settings: { base_url: "https://evil.example" } }, SETTINGS_NOT_A_LIST, "settings"],
  ["PUT /api/settings", { settings: [{ key: "base_url" }] }, SETTING_NOT_TEXT, "settings.0.value"],
  setting("auth_secret", "x", SETTING_UNKNOWN, "settings.0.key"),
  setting("__proto__", "x", SETTING_UNKNOWN, "settings.0.key"),
  setting("base_url", { href: "https://evil.example" }, SETTING_NOT_TEXT, "settings.0.value"),
  setting("base_url", "a\u0000", UNSTORABLE, "settings.0.value"),
  setting("base_url", "javascript:alert(1)", BASE_URL_INVALID),
  setting("base_url", "https://hop.example\r\nX: y", BASE_URL_INVALID),
  setting("smtp_host", "mail.example:25", HOST_INVALID),
  setting("smtp_port", "0", PORT_INVALID),
  setting("smtp_port", 1e300, PORT_INVALID),
  setting("smtp_password", "a\nb", CREDENTIAL_CHARSET),
  setting("smtp_from_email", "a@hop.example,b@evil.example", SETTING_EMAIL_INVALID),
  setting("smtp_bcc_email", "a@hop.example\r\nBcc: b@evil.example", SETTING_EMAIL_INVALID),
  [
    "PUT /api/settings",
    { settings: ["25", "26"].map((value) => ({ key: "smtp_port", value })) },
    SETTING_DUPLICATE,
    "smtp_port",
  ],
  ...[
    "POST /api/users",
    "PUT /api/users/%user",
    "PUT /api/users/%user/status",
    "POST /api/groups",
    "PUT /api/groups/%group",
    "POST /api/groups/%group/members",
    "PUT /api/settings",
  ].map((name): AdminCase => [name, "[]", "The request body must be a JSON object"]),
  ["GET /api/users?sort=urlLimit", undefined, USER_SORT_INVALID, "sort"],
  ["GET /api/users?status=gone", undefined, USER_STATUS_FILTER_INVALID, "status"],
  ["GET /api/users?groupLimit=0", undefined, GROUP_LIMIT_INVALID, "groupLimit"],
  ["GET /api/users?role=admin", undefined, ROLE_INVALID, "role"],
  ["GET /api/users?groupId=1", undefined, "`groupId` must be a UUID.", "groupId"],
  ["GET /api/group-memberships?groupId=1", undefined, "`groupId` must be a UUID.", "groupId"],
  ["GET /api/group-memberships?userId=me", undefined, "`userId` must be a UUID.", "userId"],
  ["GET /api/groups/%group/members?limit=0", undefined, LIMIT_OUT_OF_RANGE, "limit"],
  ["GET /api/analytics/global?period=year", undefined, PERIOD_INVALID, "period"],
  ["GET /api/analytics/global?from=0000-01-01", undefined, FROM_DAY_INVALID, "from"],
  ["GET /api/analytics/global?from=2026-02-30", undefined, FROM_DAY_INVALID, "from"],
  ["GET /api/analytics/global?to=2026-11-21T00:00:00Z", undefined, TO_DAY_INVALID, "to"],
  ["GET /api/analytics/global?from=2026-11-22&to=2026-11-21", undefined, RANGE_BACKWARDS, "from"],
  ["GET /api/analytics/global?from=2000-01-01&to=2026-11-21", undefined, RANGE_TOO_LONG, "from"],
  ["GET /api/analytics/global?url=1", undefined, URL_ID_INVALID, "url"],
  ["GET /api/analytics/global?group=%25", undefined, GROUP_ID_INVALID, "group"],
  [`GET /api/analytics/global?url=${UNKNOWN_ID}&group=${UNKNOWN_ID}`, undefined, ONE_SCOPE, "group"],
  ["GET /api/analytics/global?bots=yes", undefined, BOTS_INVALID, "bots"],
  ["GET /api/analytics/top-urls?limit=201", undefined, PERIOD_TOP_LIMIT_INVALID, "limit"],
  ["GET /api/analytics/export?what=all", undefined, WHAT_INVALID, "what"],
  ["GET /api/analytics/export?from=%00", undefined, FROM_DAY_INVALID, "from"],
  ["GET /api/analytics/live?url=1", undefined, URL_ID_INVALID, "url"],
  [`GET /api/analytics/live?own=true&group=${UNKNOWN_ID}`, undefined, ONE_LIVE_SCOPE, "own"],
  [`GET /api/analytics/${UNKNOWN_ID}?limit=0`, undefined, LIMIT_OUT_OF_RANGE, "limit"],
  [`GET /api/analytics/${UNKNOWN_ID}?cursor=${UNKNOWN_ID}`, undefined, CLICKS_CURSOR_INVALID, "cursor"],
  [`GET /api/analytics/${UNKNOWN_ID}?cursor=99999999999999_${UNKNOWN_ID}`, undefined, CLICKS_CURSOR_INVALID, "cursor"],
  [`GET /api/analytics/${UNKNOWN_ID}?bots=yes`, undefined, LISTED_BOTS_INVALID, "bots"],
  [`GET /api/analytics/${UNKNOWN_ID}?range=7d&to=2026-11-22`, undefined, RANGE_OR_DAYS, "range"],
  [`GET /api/analytics/${UNKNOWN_ID}?filter=country:%00`, undefined, UNSTORABLE, "filter.0"],
  [`GET /api/urls/${UNKNOWN_ID}/stats?range=1d`, undefined, RANGE_INVALID, "range"],
  [`GET /api/urls/${UNKNOWN_ID}/stats/export?filter=country:%00`, undefined, UNSTORABLE, "filter.0"],
  [`GET /api/urls/${UNKNOWN_ID}/marks?from=0000-01-01`, undefined, FROM_DAY_INVALID, "from"],
  ["GET /api/urls/compare", undefined, COMPARED_INVALID, "ids"],
  ["GET /api/urls/compare/export?ids=none", undefined, COMPARED_INVALID, "ids"],
  [`GET /api/groups/${UNKNOWN_ID}/stats?from=2026-11-22&to=2026-11-21`, undefined, RANGE_BACKWARDS, "from"],
  [`GET /api/groups/${UNKNOWN_ID}/stats/export?to=12026-11-21`, undefined, TO_DAY_INVALID, "to"],
  [`GET /api/groups/${UNKNOWN_ID}/top-urls?limit=51`, undefined, TOP_LIMIT_INVALID, "limit"],
  ["GET /api/stats?filter=country:DE", undefined, FILTERS_OF_ONE_LINK, "filter"],
  ["GET /api/stats/export?interval=hour", undefined, HOURS_OF_ONE_LINK, "interval"],
  ["GET /api/stats/top-urls?range=7d&from=2026-11-22", undefined, RANGE_OR_DAYS, "range"],
  ["GET /api/search", undefined, SEARCH_TOO_SHORT, "q"],
  [`GET /api/urls/${UNKNOWN_ID}/history?limit=0`, undefined, LIMIT_OUT_OF_RANGE, "limit"],
  ["GET /api/dashboard/top-urls?limit=51", undefined, TOP_LIMIT_INVALID, "limit"],
  ["GET /api/audit?from=0000-01-01", undefined, FROM_INVALID, "from"],
  ["GET /api/audit?to=2026-02-30", undefined, TO_INVALID, "to"],
  ["GET /api/audit?actorId=me", undefined, ACTOR_INVALID, "actorId"],
  ...["/api/users", "/api/users?sort=name", "/api/groups/%group/members", "/api/group-memberships", "/api/audit"].map(
    (path): AdminCase => [
      `GET ${path}${path.includes("?") ? "&" : "?"}cursor=${UNKNOWN_ID}`,
      undefined,
      "Invalid cursor",
      "cursor",
    ],
  ),
];

test("administrative calls refuse every bad field and change nothing", async ({
  request,
  createUser,
  createGroup,
  database,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  const target = await createUser();
  const group = await createGroup(target);
  const readRows = async () => [
    (await database.query("SELECT * FROM users WHERE id = $1", [target.id])).rows,
    (await database.query("SELECT * FROM groups WHERE id = $1", [group])).rows,
    // Other tests regenerate QR codes, store the base URL and start an installation with another secret.
    (
      await database.query(
        "SELECT * FROM settings WHERE key NOT IN ('qr_regenerated_at', 'base_url', 'auth_secret_mark') ORDER BY key",
      )
    ).rows,
    (await database.query("SELECT FROM settings WHERE key = 'base_url' AND value <> $1", [process.env.E2E_URL])).rows,
    await rowsOf(database, admin),
    await rowsOf(database, target),
  ];
  const before = await readRows();
  for (const [name, body, message, field] of ADMIN_CALLS) {
    const [method = "", path = ""] = name.replace("%user", target.id).replace("%group", group).split(" ");
    const answer = await call(request, method, path, { user: admin, body });
    const about = `${name} ${JSON.stringify(body)}`;
    expectRefusal(answer, { status: 400, code: "invalid", message, ...(field && { field }) }, about);
  }
  expect(await readRows()).toEqual(before);
});

/** GET routes without query parameters, with the status for an overall_admin and an unknown id. */
const READS_WITHOUT_QUERY: Record<string, number> = {
  "/api/audit/[id]/items": 404,
  "/api/auth/user": 200,
  "/api/auth/verify/[token]": 303,
  "/api/dashboard/activity": 200,
  "/api/dashboard/stats": 200,
  "/api/favicons/[host]": 404,
  "/api/group-counts": 200,
  "/api/groups": 200,
  "/api/groups/[id]/api-keys": 404,
  "/api/qr-logos/[id]": 404,
  "/api/qr-templates": 200,
  "/api/qr-templates/[id]": 404,
  "/api/qr-files": 200,
  "/api/qr-files/[id]": 404,
  "/api/qr-files/[id]/download": 404,
  "/api/sessions": 200,
  "/api/settings": 200,
  "/api/summary": 200,
  "/api/summary/unsubscribe/[token]": 404,
  "/api/urls/[id]": 404,
  "/api/urls/[id]/placements": 404,
  "/api/urls/[id]/qr-design": 404,
  "/api/urls/[id]/shares": 404,
  "/api/urls/refresh-favicons": 200,
  "/api/settings/database": 200,
};

/** Each would be refused by a route that declares one of the parameters. */
const UNREAD_PARAMETERS = ["limit=0", "cursor=1", "from=1&from=2", `q=${"a".repeat(5_000)}`];
const UNREAD_QUERIES = [...UNREAD_PARAMETERS, "limit=%00", "q=%ff", "q=%zz", "__proto__=1", "&&==&"];
/** One path without parameters of its own and one with them get all queries. */
const ALL_QUERIES = ["/api/groups", "/api/urls/[id]"];

test("reads without parameters ignore the query", async ({ createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  for (const [index, [path, status]] of Object.entries(READS_WITHOUT_QUERY).entries()) {
    const one = UNREAD_QUERIES[index % UNREAD_QUERIES.length] ?? "";
    for (const query of ALL_QUERIES.includes(path) ? UNREAD_QUERIES : [UNREAD_PARAMETERS.join("&"), one]) {
      const answer = await rawCall("GET", `${fill(path, UNKNOWN_ID)}?${query}`, { headers: sessionOf(admin) });
      expect(answer.status, `${path}?${query.slice(0, 60)}\n${answer.text}`).toBe(status);
    }
  }
});

test("the tables cover every GET route", () => {
  const reads = routes()
    .filter(({ methods }) => methods.includes("GET"))
    .map(({ path }) => path);
  const refused = ADMIN_CALLS.flatMap(([name]) => /^GET ([^?]+)/.exec(name)?.[1] ?? []).map(
    (target) => reads.find((path) => path === target) ?? reads.find((path) => patternOf(path).test(target)),
  );
  const rows = new Set([
    ...refused,
    ...Object.keys(READS_WITHOUT_QUERY),
    "/api/urls",
    "/api/urls/[id]/qr",
    "/api/qr-codes",
  ]);
  expect([...rows].sort()).toEqual(reads);
});

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}$`);
}

test("unknown fields are ignored and never stored", async ({ request, createUser, database }) => {
  const user = await createUser();
  const other = await createUser();
  const foreign = {
    id: UNKNOWN_ID,
    createdById: other.id,
    created_by_id: other.id,
    clickCount: 1_000_000,
    createdAt: "2001-01-01T00:00:00Z",
    role: "overall_admin",
    qrGeneratedAt: null,
    hasOwnProperty: 1,
    toString: 1,
    ["__proto__"]: { clickCount: 5 },
  };
  const { id, shortCode } = await createUrl(request, user, { ...foreign, status: "deleted" });
  const answer = await call(request, "PUT", `/api/urls/${id}`, {
    user,
    body: { ...foreign, shortCode: "stolen", status: "paused" },
  });
  expect(answer.status, answer.text).toBe(200);
  const { rows } = await database.query("SELECT * FROM short_urls WHERE id = $1", [id]);
  expect(rows).toEqual([
    expect.objectContaining({ short_code: shortCode, created_by_id: user.id, click_count: "0", status: "paused" }),
  ]);
  expect(id).not.toBe(UNKNOWN_ID);
  expect(rows[0].created_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect((await database.query("SELECT role FROM users WHERE id = $1", [user.id])).rows).toEqual([
    { role: "shortcode_admin" },
  ]);
});

const LIMIT = /^Limit must be /;
const BAD_QUERIES: [query: string, message: string | RegExp, field: string][] = [
  ["limit=0", LIMIT, "limit"],
  ["limit=-1", LIMIT, "limit"],
  ["limit=1e9", LIMIT, "limit"],
  ["limit=1001", LIMIT, "limit"],
  ["limit=1.5", LIMIT, "limit"],
  ["limit=abc", LIMIT, "limit"],
  ["limit=", LIMIT, "limit"],
  ["limit=Infinity", LIMIT, "limit"],
  ["limit=%00", LIMIT, "limit"],
  ["limit=5&limit=abc", LIMIT, "limit"],
  ["cursor=1", "Invalid cursor", "cursor"],
  ["cursor=", "Invalid cursor", "cursor"],
  ["cursor=%ff", "Invalid cursor", "cursor"],
  [`cursor=${"a".repeat(5_000)}`, "Invalid cursor", "cursor"],
  [`cursor=${UNKNOWN_ID}'--`, "Invalid cursor", "cursor"],
  [`cursor=${UNKNOWN_ID}~x`, "Invalid cursor", "cursor"],
  [`cursor=${UNKNOWN_ID}~${"9".repeat(16)}`, "Invalid cursor", "cursor"],
  [`sort=shortCode&cursor=${UNKNOWN_ID}`, "Invalid cursor", "cursor"],
  ["sort=", URL_SORT_INVALID, "sort"],
  ["sort=status", URL_SORT_INVALID, "sort"],
  ["sort=--createdAt", URL_SORT_INVALID, "sort"],
  ["sort=id;--", URL_SORT_INVALID, "sort"],
  ["group=", GROUP_FILTER_INVALID, "group"],
  ["group=None", GROUP_FILTER_INVALID, "group"],
  ["group=%00", GROUP_FILTER_INVALID, "group"],
  ["creator=me", CREATOR_INVALID, "creator"],
  ["status=", STATUS_FILTER_INVALID, "status"],
  ["status=ACTIVE", STATUS_FILTER_INVALID, "status"],
  ["status=active&status=locked", STATUS_FILTER_INVALID, "status"],
  [`q=${"a".repeat(201)}`, "Search text must be at most 200 characters", "q"],
  ["q=%00", UNSTORABLE, "q"],
  ["q=a%00b", UNSTORABLE, "q"],
];

test("GET /api/urls and GET /api/qr-codes refuse every bad query", async ({ createUser }) => {
  const user = await createUser();
  for (const [query, message, name] of BAD_QUERIES) {
    for (const path of ["/api/urls", "/api/qr-codes"]) {
      const answer = await rawCall("GET", `${path}?${query}`, { headers: sessionOf(user) });
      expectRefusal(answer, { status: 400, code: "invalid", message, field: name }, query.slice(0, 60));
    }
  }
});

test("GET /api/urls treats odd queries literally", async ({ request, createUser }) => {
  const user = await createUser();
  const { shortCode } = await createUrl(request, user);
  const found = async (query: string) => {
    const answer = await rawCall("GET", `/api/urls?${query}`, { headers: sessionOf(user) });
    expect(answer.status, `${query}\n${answer.text}`).toBe(200);
    return JSON.parse(answer.text).length;
  };
  for (const query of [
    "",
    "q=",
    "__proto__=1",
    "constructor=1",
    "unknown=%ff&limit=1&limit=2",
    "group=none",
    "sort=clickCount",
    `creator=${user.id}`,
    `q=none&q=${shortCode}`,
    "&&==&",
  ]) {
    expect(await found(query), query).toBe(1);
  }
  for (const query of [
    "q=%ff",
    "q=%zz",
    "q=%25",
    "q=_",
    "q=%5C",
    "q='",
    `cursor=${UNKNOWN_ID.replace("01a1", "0000")}`,
    `group=${UNKNOWN_ID}`,
    `creator=${UNKNOWN_ID}`,
    `sort=clickCount&cursor=${UNKNOWN_ID}~1`,
    `cursor=${UNKNOWN_ID.replace("01a1", "0000")}~1`,
  ]) {
    expect(await found(query), query).toBe(0);
  }
});

test("GET /api/urls/{id}/qr refuses unsupported options", async ({ request, createUser }) => {
  const user = await createUser();
  const { id } = await createUrl(request, user);
  for (const query of [
    "format=gif",
    "format=",
    "format=PNG",
    "format=png&format=jpg",
    "format=%00",
    "format=../../etc",
    "download=0",
    "download=x",
    "size=63",
    "size=2049",
    "size=1e3",
    "size=-512",
    "size=",
    "size=64&level=H",
    "margin=17",
    "margin=-1",
    "margin=1.5",
    "level=m",
    "level=",
    "foreground=red",
    "foreground=%23fff",
    "foreground=00000000",
    "background=javascript:",
    "background=%00",
    "foreground=ffffff",
    "foreground=ffffff&background=000000",
    "foreground=888888",
    "foreground=808080&background=707070",
  ]) {
    expectRefusal(
      await call(request, "GET", `/api/urls/${id}/qr?${query}`, { user }),
      { status: 400, code: "invalid" },
      query,
    );
  }
});
