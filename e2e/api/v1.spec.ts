import type pg from "pg";
import {
  type Answer,
  BAD_PARAMETERS,
  test as base,
  call,
  expect,
  expectRefusal,
  fill,
  JSON_TYPE,
  MALFORMED,
  OTHER_TYPES,
  rawCall,
  routes,
  type TestUser,
  UNKNOWN_ID,
  uniqueCode,
} from "@/e2e/api/support";
import { visit } from "@/e2e/visit";
import { KEY_MISSING } from "@/lib/api-keys/authenticate";
import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/api-keys/types";
import { KEY_EXPIRED, KEY_INVALID, KEY_REVOKED, KEY_SUSPENDED, scopeMissing } from "@/lib/api-keys/usable";
import { paths } from "@/lib/paths";
import { KEY_REUSED } from "@/lib/public-api/idempotency";
import { BULK_EMPTY, DAYS_INVALID, IDEMPOTENCY_KEY_INVALID, ITEM_NOT_AN_OBJECT } from "@/lib/public-api/schema";
import { createdUrlSchema } from "@/lib/public-api/types";
import { NOT_A_MEMBER, SHORT_CODE_TAKEN } from "@/lib/urls/insert";
import {
  characterForbidden,
  OWN_HOST_FORBIDDEN,
  SHORT_CODE_CHARSET,
  SHORT_CODE_NOT_TEXT,
  SHORT_CODE_RESERVED,
  URL_INVALID,
  URL_NOT_TEXT,
  URL_REQUIRED,
  URL_STATUS_INVALID,
} from "@/lib/urls/schema";
import * as z from "@/lib/zod";

const { v1Urls, v1BulkUrls, v1Url, v1UrlStats } = paths.api;

type Key = { id: string; apiKey: string; groupId: string; admin: TestUser };
type Options = { body?: unknown; headers?: Record<string, string> };

type Fixtures = {
  /** Creates a key with all scopes for a new group through the API, as its group_admin. */
  createKey: (fields?: object) => Promise<Key>;
  /** Inserts a user who is a member of the group. */
  createMember: (groupId: string, options?: { urlLimit?: number }) => Promise<TestUser>;
  /** Calls with a key and checks the response against the API reference. */
  api: (key: Key | string, method: string, target: string, options?: Options) => Promise<Answer>;
};

const test = base.extend<Fixtures>({
  createKey: ({ request, createUser, createGroup }, use) =>
    use(async (fields = {}) => {
      const admin = await createUser({ role: "group_admin" });
      const groupId = await createGroup(admin);
      const body = { name: "Shop", scopes: API_KEY_SCOPES, ...fields };
      const answer = await call(request, "POST", paths.api.groupApiKeys(groupId), { user: admin, body });
      expect(answer.status, answer.text).toBe(201);
      return { ...JSON.parse(answer.text), admin };
    }),

  createMember: ({ database, createUser }, use) =>
    use(async (groupId, options) => {
      const user = await createUser(options);
      await database.query("INSERT INTO group_memberships (user_id, group_id) VALUES ($1, $2)", [user.id, groupId]);
      return user;
    }),

  api: async ({ request }, use) => {
    const reference = JSON.parse((await call(request, "GET", paths.api.openApi)).text);
    await use(async (key, method, target, { body, headers } = {}) => {
      const apiKey = typeof key === "string" ? key : key.apiKey;
      const answer = await call(request, method, target, {
        headers: { Authorization: `Bearer ${apiKey}`, ...headers },
        body,
      });
      expectDocumented(reference, method, target, answer);
      return answer;
    });
  },
});

type Reference = {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>>;
  components: { schemas: Record<string, object> };
};

/** Asserts that the API reference documents this status and body for the call. */
function expectDocumented(reference: Reference, method: string, target: string, answer: Answer): void {
  const [pathname = ""] = target.split("?");
  const [, rest = ""] = pathname.split(`${v1Urls}/`);
  const [, tail, name] = rest.split("/");
  const byLink = [v1Url("{idOrCode}"), tail, name && "{name}"].filter(Boolean).join("/");
  const pattern = rest === "" || pathname === v1BulkUrls ? pathname : byLink;
  const type = answer.headers["content-type"]?.split(";", 1)[0] ?? "";
  const { schema } = reference.paths[pattern]?.[method.toLowerCase()]?.responses[answer.status]?.content[type] ?? {
    schema: undefined,
  };
  expect(schema, `${method} ${pattern} may answer ${answer.status} as ${type}`).toBeDefined();
  if (type.startsWith("image/")) return;
  const text = JSON.stringify({ ...schema, $defs: reference.components.schemas });
  const resolved = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
  const result = z.fromJSONSchema(resolved).safeParse(JSON.parse(answer.text));
  expect(result.error, answer.text).toBeUndefined();
}

const data = (answer: Answer) => JSON.parse(answer.text).data;
const link = (key: Key, fields: object = {}) => ({
  url: "https://example.com/page",
  email: key.admin.email,
  ...fields,
});

test("POST /api/v1/urls returns the specified body and a Location", async ({ api, createKey }) => {
  const key = await createKey();
  const shortCode = uniqueCode("Api");
  const answer = await api(key, "POST", v1Urls, { body: link(key, { shortCode }) });
  expect(answer.status, answer.text).toBe(201);
  const body = JSON.parse(answer.text);
  expect(body).toEqual({ success: true, data: expect.anything() });
  const url = createdUrlSchema.strict().parse(body.data);
  expect(url).toMatchObject({ shortCode, originalUrl: "https://example.com/page", groupId: key.groupId });
  expect(answer.headers.location).toBe(v1Url(url.id));
  expect(data(await api(key, "GET", answer.headers.location ?? "")).shortCode).toBe(shortCode);
  const visited = await visit(new URL(url.shortUrl).pathname);
  expect([visited.status, visited.headers.get("location")]).toEqual([302, "https://example.com/page"]);
});

test("every authenticated response carries rate limit headers", async ({ api, createKey }) => {
  const key = await createKey({ rateLimit: 10 });
  const answers = [
    await api(key, "POST", v1Urls, { body: link(key) }),
    await api(key, "POST", v1Urls, { body: {} }),
    await api(key, "POST", v1Urls, { body: "{" }),
    await api(key, "POST", v1Urls, { body: "{}", headers: { "Content-Type": "text/plain" } }),
    await api(key, "GET", v1Urls),
    await api(key, "GET", v1Url("none")),
    // Refused before a route runs.
    await rawCall("TRACE", v1Urls, { headers: { Authorization: `Bearer ${key.apiKey}` } }),
    await rawCall("GET", `${v1Urls}/%ff`, { headers: { Authorization: `Bearer ${key.apiKey}` } }),
    await rawCall("GET", `${v1Urls}?q=${"a".repeat(15_000)}`, { headers: { Authorization: `Bearer ${key.apiKey}` } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 415, 200, 404, 405, 400, 414]);
  for (const [index, { headers }] of answers.entries()) {
    for (const prefix of ["", "x-"]) {
      expect(headers[`${prefix}ratelimit-limit`]).toBe("10");
      expect(headers[`${prefix}ratelimit-remaining`]).toBe(String(9 - index));
      expect(Number(headers[`${prefix}ratelimit-reset`])).toBeGreaterThan(3_500);
      expect(Number(headers[`${prefix}ratelimit-reset`])).toBeLessThanOrEqual(3_600);
    }
  }
});

test("however long its head is, a call's refusal is JSON", async ({ createKey }) => {
  const { apiKey } = await createKey({ rateLimit: 1000 });
  // Node reads 16 KiB. The headers added by the front must not make a request too long for the app.
  for (let length = 16_100; length <= 16_400; length += 5) {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const answer = await rawCall("GET", `${v1Urls}?q=${"a".repeat(length)}`, { headers });
    expect([length, answer.status]).toEqual([length, answer.headers["ratelimit-limit"] ? 414 : 431]);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, message: expect.any(String) });
  }
});

test("a limit of 20 admits exactly 20 of 60 concurrent requests and gives the others Retry-After", async ({
  api,
  createKey,
}) => {
  const key = await createKey({ rateLimit: 20 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => api(key, "GET", v1Urls)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(40);
  for (const answer of refused) {
    expectRefusal(answer, { status: 429, code: "rate_limited", message: /allows 20 requests per hour/ });
    expect(answer.headers["retry-after"]).toMatch(/^3[56]\d\d$/);
    expect(answer.headers["ratelimit-remaining"]).toBe("0");
  }
});

test.describe("401, with a challenge", () => {
  const invalid = (why: string) => `Bearer realm="api", error="invalid_token", error_description="${why}"`;
  const KEY = `hop_${"a".repeat(36)}`;

  for (const [about, headers, message, challenge] of [
    ["without a key", {}, KEY_MISSING, 'Bearer realm="api"'],
    ["with the word alone", { Authorization: "Bearer" }, KEY_MISSING, 'Bearer realm="api"'],
    ["of another scheme", { Authorization: "Basic aG9wOmhvcA==" }, KEY_MISSING, 'Bearer realm="api"'],
    ["with a mistyped key", { Authorization: `Bearer ${KEY}` }, KEY_INVALID, invalid(KEY_INVALID)],
    ["with rubbish", { Authorization: "Bearer '--" }, KEY_INVALID, invalid(KEY_INVALID)],
    ["with a long key", { Authorization: `Bearer ${"a".repeat(8_000)}` }, KEY_INVALID, invalid(KEY_INVALID)],
    ["with bytes that are not text", { Authorization: "Bearer \u00ff" }, KEY_INVALID, invalid(KEY_INVALID)],
  ] as const) {
    test(about, async () => {
      for (const { path, methods } of routes({ isPublicApi: true }).filter(
        (route) => !route.path.includes("openapi"),
      )) {
        for (const method of methods) {
          const answer = await rawCall(method, fill(path, UNKNOWN_ID), { headers: { ...headers, ...JSON_TYPE } });
          expectRefusal(answer, { status: 401, code: "unauthorized", message }, `${method} ${path}`);
          expect(JSON.parse(answer.text).success).toBe(false);
          expect(answer.headers["www-authenticate"]).toBe(challenge);
          expect(answer.headers["ratelimit-limit"]).toBeUndefined();
        }
      }
    });
  }

  test("for a revoked or expired key at once, and for a session", async ({
    request,
    database,
    api,
    createKey,
    createUser,
  }) => {
    const [revoked, expired] = [await createKey(), await createKey({ expiresAt: "2999-01-01T00:00:00Z" })];
    for (const key of [revoked, expired]) expect((await api(key, "GET", v1Urls)).status).toBe(200);
    await call(request, "PUT", paths.api.revokeApiKey(revoked.id), { user: revoked.admin });
    await database.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
    for (const [key, message] of [
      [revoked, KEY_REVOKED],
      [expired, KEY_EXPIRED],
    ] as const) {
      const answer = await api(key, "GET", v1Urls);
      expectRefusal(answer, { status: 401, code: "unauthorized", message });
      expect(answer.headers["www-authenticate"]).toBe(invalid(message));
    }
    const admin = await createUser({ role: "overall_admin" });
    expectRefusal(await call(request, "GET", v1Urls, { user: admin }), { status: 401, message: KEY_MISSING });
  });

  test("a key grants no access to the dashboard's API", async ({ request, createKey }) => {
    const { apiKey } = await createKey();
    for (const target of [paths.api.urls, paths.api.currentUser, paths.api.groups, paths.api.users]) {
      const answer = await call(request, "GET", target, { headers: { Authorization: `Bearer ${apiKey}` } });
      expectRefusal(answer, { status: 401, message: "Unauthorized" });
    }
  });
});

test("each call needs exactly the scope that the reference names", async ({ request, api, createKey, database }) => {
  const reference = JSON.parse((await call(request, "GET", paths.api.openApi)).text);
  const owner = await createKey();
  const keyOf = new Map<string, Key>();
  const keyWith = async (scopes: ApiKeyScope[]) => {
    const name = scopes.join();
    const body = { name: "Scoped", scopes, rateLimit: 1000 };
    const created = async () =>
      JSON.parse(
        (await call(request, "POST", paths.api.groupApiKeys(owner.groupId), { user: owner.admin, body })).text,
      );
    const key = keyOf.get(name) ?? { ...(await created()), admin: owner.admin };
    keyOf.set(name, key);
    return key;
  };
  const bodies = (id: string): Record<string, unknown> => ({
    createUrl: { url: "https://example.com/" },
    createUrls: { urls: [{ url: "https://example.com/" }] },
    updateUrl: { status: "paused" },
    updateUrls: { urls: [{ id, status: "paused" }] },
    upsertUrl: { externalId: uniqueCode("order"), url: "https://example.com/" },
    addPlacement: { name: "hall-3" },
  });
  const needed: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, { operationId: string; security: object[] }>>(
    reference.paths,
  )) {
    for (const [method, { operationId, security }] of Object.entries(methods)) {
      const scopes = (security[0] as { apiKey: ApiKeyScope[] }).apiKey;
      needed.push(`${operationId} ${scopes.join(" ")}`);
      const { id } = data(await api(owner, "POST", v1Urls, { body: link(owner) }));
      if (path.includes("{name}")) {
        await database.query("INSERT INTO qr_placements (url_id, name) VALUES ($1, 'menu')", [id]);
      }
      const query = operationId === "deleteUrls" ? `?ids=${id}` : "";
      const target = path.replace("{idOrCode}", id).replace("{name}", "menu") + query;
      const run = (key: Key) => api(key, method.toUpperCase(), target, { body: bodies(id)[operationId] });
      for (const scope of scopes) {
        const refused = await run(await keyWith(API_KEY_SCOPES.filter((one) => one !== scope)));
        expectRefusal(refused, { status: 403, code: "insufficient_scope", message: scopeMissing(scope) }, operationId);
        expect(refused.headers["www-authenticate"]).toBe(
          `Bearer realm="api", error="insufficient_scope", error_description="${scopeMissing(scope)}"`,
        );
      }
      expect((await run(await keyWith(scopes))).status, operationId).toBeLessThan(300);
    }
  }
  expect(needed.sort()).toEqual([
    "addPlacement update",
    "createUrl create",
    "createUrls create",
    "deleteUrl delete",
    "deleteUrls delete",
    "getUrl read",
    "getUrlQr read",
    "getUrlStats read",
    "listPlacements read",
    "listQrTemplates read",
    "listUrls read",
    "removePlacement update",
    "updateUrl update",
    "updateUrls update",
    "upsertUrl create update",
  ]);
});

test("a new key has the scopes create and read by default; PATCH cannot delete without the delete scope", async ({
  api,
  createKey,
}) => {
  const key = await createKey({ scopes: undefined });
  expect(key).toMatchObject({ scopes: ["create", "read"] });
  const { id } = data(await api(key, "POST", v1Urls, { body: { url: "https://example.com/" } }));
  expect((await api(key, "GET", v1Url(id))).status).toBe(200);
  for (const [method, body] of [
    ["PATCH", { status: "paused" }],
    ["DELETE", undefined],
  ] as const) {
    expectRefusal(await api(key, method, v1Url(id), { body }), { status: 403, code: "insufficient_scope" });
  }
  const editor = await createKey({ scopes: ["create", "update"] });
  const { id: own } = data(await api(editor, "POST", v1Urls, { body: { url: "https://example.com/" } }));
  expectRefusal(await api(editor, "PATCH", v1Url(own), { body: { status: "deleted" } }), {
    status: 403,
    message: scopeMissing("delete"),
  });
});

test.describe("attacks through a key", () => {
  test("a group_admin cannot delete others' links", async ({ request, api, createKey, createMember }) => {
    const key = await createKey();
    const member = await createMember(key.groupId, { urlLimit: 5 });
    const body = { originalUrl: "https://example.com/", groupId: key.groupId };
    const { id } = JSON.parse((await call(request, "POST", paths.api.urls, { user: member, body })).text);
    expectRefusal(await api(key, "DELETE", v1Url(id)), { status: 403, code: "forbidden" });
    expectRefusal(await api(key, "PATCH", v1Url(id), { body: { status: "deleted" } }), { status: 403 });
    expect(data(await api(key, "GET", v1Url(id))).status).toBe("active");
  });

  test("a group_admin cannot create links for users outside the group, nor probe for accounts", async ({
    api,
    createKey,
    createUser,
    database,
  }) => {
    const key = await createKey();
    const victims = [await createUser({ role: "overall_admin" }), await createUser(), { email: "no@example.com" }];
    const answers = [];
    for (const { email } of victims) {
      const answer = await api(key, "POST", v1Urls, { body: link(key, { email }) });
      expectRefusal(answer, { status: 400, code: "invalid", message: NOT_A_MEMBER, field: "email" });
      answers.push({ ...JSON.parse(answer.text), requestId: null });
      const bulk = await api(key, "POST", v1BulkUrls, { body: { urls: [link(key, { email })] } });
      expect(data(bulk)).toEqual([{ success: false, message: NOT_A_MEMBER, code: "invalid", field: "email" }]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const { rows } = await database.query("SELECT FROM short_urls WHERE group_id = $1", [key.groupId]);
    expect(rows).toHaveLength(0);
  });

  test("the audit log names the key, not the user it acts for", async ({
    request,
    api,
    createKey,
    createMember,
    createUser,
  }) => {
    const key = await createKey();
    const member = await createMember(key.groupId, { urlLimit: 5 });
    const { id } = data(await api(key, "POST", v1Urls, { body: link(key, { email: member.email }) }));
    await api(key, "PATCH", v1Url(id), { body: { status: "paused" } });
    await api(key, "DELETE", v1Url(id));
    const admin = await createUser({ role: "overall_admin" });
    const log = await call(request, "GET", `${paths.api.audit}?subjectId=${id}`, { user: admin });
    const entries = JSON.parse(log.text);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "short_url.delete",
      "short_url.update",
      "short_url.create",
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actorId: null, apiKeyId: key.id, actorLabel: "API key Shop" });
    }
    expect(log.text).not.toContain(member.id);
    expect(log.text).not.toContain(key.admin.id);
  });

  test("a key is suspended with its creator until an admin of the group adopts it", async ({
    request,
    api,
    createKey,
    createUser,
    database,
  }) => {
    const key = await createKey();
    const headers = { "Idempotency-Key": "order-1" };
    expect((await api(key, "POST", v1Urls, { body: link(key), headers })).status).toBe(201);
    const admin = await createUser({ role: "overall_admin" });
    const setStatus = (status: string) =>
      call(request, "PUT", paths.api.userStatus(key.admin.id), { user: admin, body: { status } });
    const expectSuspended = async () => {
      for (const [method, target, body] of [
        ["POST", v1Urls, link(key)],
        ["GET", v1Urls, undefined],
      ] as const) {
        const answer = await api(key, method, target, { body, headers });
        expectRefusal(answer, { status: 403, code: "api_key_suspended", message: KEY_SUSPENDED });
      }
    };
    await setStatus("paused");
    await expectSuspended();
    await setStatus("active");
    await expectSuspended();
    const heir = await createUser({ role: "group_admin" });
    const adopt = () => call(request, "PUT", paths.api.adoptApiKey(key.id), { user: heir });
    expectRefusal(await adopt(), { status: 404, code: "not_found" });
    await database.query("INSERT INTO group_memberships (user_id, group_id) VALUES ($1, $2)", [heir.id, key.groupId]);
    expect((await adopt()).status).toBe(200);
    expect((await api(key, "GET", v1Urls)).status).toBe(200);
    expectRefusal(await adopt(), { status: 409, code: "conflict" });
  });
});

test("the key list shows the last use soon after", async ({ request, api, createKey }) => {
  const key = await createKey();
  const lastUsedAt = async () => {
    const answer = await call(request, "GET", paths.api.groupApiKeys(key.groupId), { user: key.admin });
    return JSON.parse(answer.text)[0].lastUsedAt;
  };
  expect(await lastUsedAt()).toBeNull();
  await api(key, "GET", v1Urls);
  await expect.poll(lastUsedAt).toMatch(/^\d{4}-.*Z$/);
});

test("bad input is refused with its field and stores nothing", async ({ request, api, createKey, database }) => {
  const key = await createKey({ rateLimit: 1000 });
  const base = new URL(data(await api(key, "POST", v1Urls, { body: link(key) })).shortUrl).origin;
  const count = async () =>
    (await database.query("SELECT count(*)::int AS n FROM short_urls WHERE group_id = $1", [key.groupId])).rows[0].n;
  const before = await count();
  const cases: [body: unknown, message: string | RegExp, field?: string][] = [
    ["null", "The request body must be a JSON object"],
    ["[]", "The request body must be a JSON object"],
    [{}, URL_REQUIRED, "url"],
    [link(key, { url: 1 }), URL_NOT_TEXT, "url"],
    [link(key, { url: "javascript:alert(1)" }), URL_INVALID, "url"],
    [link(key, { url: "https://example.com/\u0000" }), characterForbidden("\u0000"), "url"],
    [link(key, { shortCode: "a b" }), SHORT_CODE_CHARSET, "shortCode"],
    [link(key, { shortCode: "API" }), SHORT_CODE_RESERVED, "shortCode"],
    [link(key, { shortCode: 1 }), SHORT_CODE_NOT_TEXT, "shortCode"],
    [link(key, { email: ["a@example.com"] }), /email/, "email"],
    [link(key, { email: "nobody@example.com" }), NOT_A_MEMBER, "email"],
    [link(key, { email: "a'--@example.com" }), NOT_A_MEMBER, "email"],
  ];
  // A one-word host is refused earlier, as it has no dot.
  if (new URL(base).hostname.includes(".")) cases.push([link(key, { url: `${base}/x` }), OWN_HOST_FORBIDDEN, "url"]);
  for (const [body, message, field] of cases) {
    const answer = await api(key, "POST", v1Urls, { body });
    expectRefusal(answer, { status: 400, code: "invalid", message, ...(field && { field }) }, JSON.stringify(body));
    expect(JSON.parse(answer.text).success).toBe(false);
  }
  for (const body of ["{", "\u0000", "NaN"]) {
    expectRefusal(await api(key, "POST", v1Urls, { body }), { status: 400, code: "malformed" });
  }
  for (const header of ["a b", "a".repeat(256)]) {
    const answer = await api(key, "POST", v1Urls, { body: link(key), headers: { "Idempotency-Key": header } });
    expectRefusal(answer, { status: 400, message: IDEMPOTENCY_KEY_INVALID, field: "Idempotency-Key" });
  }
  for (const body of [{}, { urls: [] }, { urls: {} }, { urls: Array(101).fill(link(key)) }]) {
    expectRefusal(await api(key, "POST", v1BulkUrls, { body }), { status: 400, message: BULK_EMPTY, field: "urls" });
  }
  for (const query of ["limit=0", "cursor=x", "status=locked", `q=${"a".repeat(201)}`]) {
    expectRefusal(await api(key, "GET", `${v1Urls}?${query}`), { status: 400, code: "invalid" }, query);
  }
  for (const days of ["0", "367", "x", "1.5", ""]) {
    const answer = await api(key, "GET", `${v1UrlStats("none")}?days=${days}`);
    expectRefusal(answer, { status: 400, message: DAYS_INVALID, field: "days" }, days);
  }
  const answer = await api(key, "PATCH", v1Url("none"), { body: { status: "locked" } });
  expectRefusal(answer, { status: 400, message: URL_STATUS_INVALID, field: "status" });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const wrong = await api(key, "POST", v1Urls, { body: "{}", headers: { "Content-Type": type } });
    expectRefusal(wrong, { status: 415, code: "unsupported_media_type" }, type);
  }
  const large = link(key, { note: "x".repeat(100_000) });
  expectRefusal(await api(key, "POST", v1Urls, { body: large }), { status: 413, code: "too_large" });
  const huge = { urls: [link(key, { note: "x".repeat(600_000) })] };
  expectRefusal(await api(key, "POST", v1BulkUrls, { body: huge }), { status: 413, code: "too_large" });
  expect(await count()).toBe(before);
  expect((await call(request, "GET", paths.api.openApi)).status).toBe(200);
});

test("a taken code is 409, a full limit 403", async ({ api, createKey, createMember }) => {
  const key = await createKey();
  const user = await createMember(key.groupId, { urlLimit: 1 });
  const shortCode = uniqueCode("taken");
  expect((await api(key, "POST", v1Urls, { body: link(key, { shortCode, email: user.email }) })).status).toBe(201);
  const taken = await api(key, "POST", v1Urls, { body: link(key, { shortCode: shortCode.toUpperCase() }) });
  expectRefusal(taken, { status: 409, code: "short_code_taken", message: SHORT_CODE_TAKEN, field: "shortCode" });
  const full = await api(key, "POST", v1Urls, { body: link(key, { email: user.email }) });
  expectRefusal(full, { status: 403, code: "url_limit_reached", message: /^URL limit reached/ });
});

test("ten concurrent calls with one Idempotency-Key create one link; another body is refused", async ({
  api,
  createKey,
  database,
}) => {
  const key = await createKey();
  const headers = { "Idempotency-Key": "order-1" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api(key, "POST", v1Urls, { body: link(key), headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers: given }) => given["idempotency-replayed"] === "true")).toHaveLength(9);
  expect(new Set(answers.map(({ headers: given }) => given.location)).size).toBe(1);
  const { rows } = await database.query("SELECT id FROM short_urls WHERE group_id = $1", [key.groupId]);
  expect(rows).toHaveLength(1);
  const other = await api(key, "POST", v1Urls, { body: link(key, { url: "https://example.com/other" }), headers });
  expectRefusal(other, { status: 409, code: "idempotency_key_reused", message: KEY_REUSED, field: "Idempotency-Key" });
});

test("links are listed, changed, counted and deleted within the key's group", async ({
  request,
  api,
  createKey,
  database,
}) => {
  const [key, foreign] = [await createKey(), await createKey()];
  const shortCodes = [uniqueCode("One"), uniqueCode("Two"), uniqueCode("Three")];
  const bulk = await api(key, "POST", v1BulkUrls, {
    body: { urls: [...shortCodes.map((shortCode) => link(key, { shortCode })), link(key, { url: "x" }), null] },
  });
  expect(bulk.status, bulk.text).toBe(200);
  expect(data(bulk)).toEqual([
    ...shortCodes.map((shortCode) => ({ success: true, data: expect.objectContaining({ shortCode }) })),
    { success: false, message: URL_INVALID, code: "invalid", field: "url" },
    { success: false, message: ITEM_NOT_AN_OBJECT, code: "invalid" },
  ]);
  const [one] = data(bulk).map((result: { data?: { id: string } }) => result.data);

  const first = await api(key, "GET", `${v1Urls}?limit=2&status=active`);
  expect(data(first).map((url: { shortCode: string }) => url.shortCode)).toEqual([shortCodes[2], shortCodes[1]]);
  expect(first.headers["x-total-count"]).toBe("3");
  const [, next = ""] = /^<(.+)>; rel="next"$/.exec(first.headers.link as string) ?? [];
  const second = await api(key, "GET", next);
  expect(data(second).map((url: { id: string }) => url.id)).toEqual([one.id]);
  expect(second.headers.link).toBeUndefined();

  const code = shortCodes[0]?.toUpperCase() ?? "";
  const changed = await api(key, "PATCH", v1Url(code), { body: { url: "https://example.com/new", status: "paused" } });
  expect(data(changed)).toMatchObject({ id: one.id, originalUrl: "https://example.com/new", status: "paused" });
  await expect.poll(async () => (await call(request, "GET", `/${code}`)).headers.location).toBe("/paused");

  await database.query(
    "INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr) VALUES ('link', $1, current_date, false, 3, 3)",
    [one.id],
  );
  const stats = data(await api(key, "GET", `${v1UrlStats(one.id)}?days=7`));
  expect(stats).toMatchObject({ id: one.id, accessMethods: { qr: 3, direct: 0 } });
  expect(stats.daily).toHaveLength(7);
  expect(data(await api(key, "GET", v1UrlStats(one.id))).daily).toHaveLength(30);

  for (const [method, target, body] of [
    ["GET", v1Url(one.id)],
    ["GET", v1Url(code)],
    ["GET", v1UrlStats(code)],
    ["PATCH", v1Url(one.id), { status: "deleted" }],
    ["DELETE", v1Url(one.id)],
  ] as const) {
    expectRefusal(
      await api(foreign, method, target, { body }),
      { status: 404, code: "not_found" },
      `${method} ${target}`,
    );
  }
  expect(data(await api(foreign, "GET", v1Urls))).toEqual([]);

  for (let time = 0; time < 2; time++) {
    expect(data(await api(key, "DELETE", v1Url(one.id)))).toEqual({ id: one.id, status: "deleted" });
  }
  expect(data(await api(key, "GET", v1Url(one.id))).status).toBe("deleted");
});

test("unsupported methods and unknown paths get the usual error body", async ({ request }) => {
  for (const { path, methods } of routes({ isPublicApi: true })) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => !methods.includes(name))) {
      const answer = await call(request, method, fill(path, UNKNOWN_ID));
      expectRefusal(answer, { status: 405, code: "method_not_allowed" }, `${method} ${path}`);
      expect(JSON.parse(answer.text).success).toBe(false);
      for (const allowed of methods) expect(answer.headers.allow).toContain(allowed);
    }
  }
  for (const target of ["/api/v1", "/api/v1/nothing", "/api/v1/urls/a/b/c"]) {
    const answer = await call(request, "POST", target, { body: {} });
    expectRefusal(answer, { status: 404, code: "not_found" }, target);
    expect(JSON.parse(answer.text).success).toBe(false);
  }
});

test.describe("nothing is stored or changed by a call", () => {
  const PLACEMENT = "poster";

  /** All values for some calls, one of them for every other, since the same code refuses them. */
  const someFor = <T>(isThorough: boolean, index: number, values: readonly T[]) =>
    isThorough ? values : values.slice(index % values.length).slice(0, 1);

  /** Calls that change something, each valid but for its body. */
  const changesOf = (id: string) =>
    routes({ isPublicApi: true }).flatMap(({ path, methods }) =>
      methods
        .filter((method) => method !== "GET")
        .map((method) => {
          const target = fill(path, id, PLACEMENT);
          return { method, target: target === v1BulkUrls && method === "DELETE" ? `${target}?ids=${id}` : target };
        }),
    );

  /** A key with one link that has a placement, and all that its calls may store. */
  async function withLink(key: Key, api: Fixtures["api"], database: pg.Pool) {
    const url = data(await api(key, "POST", v1Urls, { body: link(key) }));
    const added = await api(key, "POST", `${v1Url(url.id)}/placements`, { body: { name: PLACEMENT } });
    expect(added.status, added.text).toBe(201);
    const stored = async () => {
      const { rows } = await database.query(
        `SELECT (SELECT json_agg(short_urls ORDER BY id) FROM short_urls WHERE group_id = $1) AS links,
                (SELECT json_agg(name) FROM qr_placements JOIN short_urls ON id = url_id WHERE group_id = $1) AS placements,
                (SELECT count(*)::int FROM audit_entries WHERE api_key_id = $2) AS audit_entries,
                (SELECT count(*)::int FROM idempotency_keys WHERE api_key_id = $2) AS idempotency_keys`,
        [key.groupId, key.id],
      );
      return rows[0];
    };
    const before = await stored();
    expect(before).toMatchObject({ links: [{ id: url.id }], placements: [PLACEMENT] });
    const expectUnchanged = async (about: string) => expect(await stored(), about).toEqual(before);
    return { id: url.id as string, expectUnchanged };
  }

  test("with another type, a large or a malformed body", async ({ api, createKey, database }) => {
    const key = await createKey({ rateLimit: 100_000 });
    const { id, expectUnchanged } = await withLink(key, api, database);
    const headers = { Authorization: `Bearer ${key.apiKey}` };
    const large = JSON.stringify({ url: `https://example.com/${"x".repeat(600_000)}` });
    const changes = changesOf(id);
    expect(changes).toContainEqual({ method: "DELETE", target: `${v1Url(id)}/placements/${PLACEMENT}` });
    for (const [index, { method, target }] of changes.entries()) {
      const isThorough = method === "POST" && target === v1Urls;
      const send = (body: string, type = "application/json") =>
        rawCall(method, target, { headers: { ...headers, ...(type && { "Content-Type": type }) }, chunks: [body] });
      const about = `${method} ${target}`;
      for (const type of someFor(isThorough, index, OTHER_TYPES)) {
        expectRefusal(await send("{}", type), { status: 415, code: "unsupported_media_type" }, `${about} as ${type}`);
      }
      expectRefusal(await send(large), { status: 413, code: "too_large" }, about);
      for (const body of someFor(isThorough, index, MALFORMED)) {
        expectRefusal(await send(body), { status: 400, code: "malformed" }, `${about} with ${body.slice(0, 20)}`);
      }
      await expectUnchanged(about);
    }
  });

  const NO_OBJECT = ["null", "[]", "1", '"x"', "true", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`];
  const BAD_VALUES = [1, true, [], {}, "\u0000", "a\u0000b", "\ud800", "a".repeat(3_000)];
  const withBad = (fields: object, names: string[]) =>
    names.flatMap((name) => BAD_VALUES.map((value) => ({ ...fields, [name]: value })));

  test("with a bad field", async ({ api, createKey, database }) => {
    const key = await createKey({ rateLimit: 100_000 });
    const { id, expectUnchanged } = await withLink(key, api, database);
    const created = withBad(link(key), ["url", "shortCode", "email"]);
    const changed = withBad({ url: "https://example.com/other", status: "paused" }, ["url", "status"]);
    const external = { ...link(key), externalId: "one" };
    const placements = `${v1Url(id)}/placements`;
    const send = (method: string, target: string, body: unknown) =>
      rawCall(method, target, {
        headers: { Authorization: `Bearer ${key.apiKey}`, ...JSON_TYPE },
        chunks: [typeof body === "string" ? body : JSON.stringify(body)],
      });
    const calls = [
      ["POST", v1Urls, created],
      ["PUT", v1Urls, [{ ...external, note: 1 }, ...withBad(external, ["url", "shortCode", "email", "externalId"])]],
      ["PATCH", v1Url(id), [{ status: "paused", note: 1 }, ...changed]],
      ["POST", placements, withBad({}, ["name"])],
      ["POST", v1BulkUrls, [...withBad({}, ["urls"]), { urls: Array(101).fill(link(key)) }]],
      ["PATCH", v1BulkUrls, [...withBad({}, ["urls"]), { urls: Array(101).fill({ id, status: "paused" }) }]],
    ] as const;
    for (const [index, [method, target, bodies]] of calls.entries()) {
      for (const body of [...someFor(index === 0, index, NO_OBJECT), ...bodies]) {
        const about = `${method} ${target} ${JSON.stringify(body).slice(0, 80)}`;
        expectRefusal(await send(method, target, body), { status: 400, code: "invalid" }, about);
      }
      await expectUnchanged(`${method} ${target}`);
    }
    // Texts that can't be stored refuse the whole call.
    const items = (all: object[]) => all.filter((item) => !/\\u/.test(JSON.stringify(item)));
    for (const [method, urls] of [
      ["POST", [null, 1, "x", [], ...items(created)]],
      ["PATCH", [null, 1, "x", [], { status: "paused" }, ...items(changed.map((item) => ({ ...item, id })))]],
    ] as const) {
      const answer = await api(key, method, v1BulkUrls, { body: { urls } });
      expect(answer.status, answer.text).toBe(200);
      const results: { success: boolean }[] = data(answer);
      expect(results.map(({ success }) => success)).toEqual(urls.map(() => false));
      await expectUnchanged(`items of ${method}`);
    }
    for (const ids of ["", "%00", `${id}%00`, Array(101).fill(id).join()]) {
      expectRefusal(await api(key, "DELETE", `${v1BulkUrls}?ids=${ids}`), { status: 400, code: "invalid" }, ids);
    }
    await expectUnchanged("DELETE in bulk");
  });

  test("with an invalid id, code or name, which is not found", async ({ api, createKey, database }) => {
    const key = await createKey({ rateLimit: 100_000 });
    const { id, expectUnchanged } = await withLink(key, api, database);
    const headers = { Authorization: `Bearer ${key.apiKey}`, ...JSON_TYPE };
    const withParameter = routes({ isPublicApi: true }).filter(({ path }) => path.includes("["));
    expect(withParameter.length).toBeGreaterThanOrEqual(5);
    for (const [index, { path, methods }] of withParameter.entries()) {
      const isOfPart = path.endsWith("[name]");
      const isThorough = path.endsWith("/urls/[id]") || isOfPart;
      for (const parameter of someFor(isThorough, index, BAD_PARAMETERS)) {
        const target = isOfPart ? fill(path, id, parameter) : fill(path, parameter);
        for (const method of methods) {
          const answer = await rawCall(method, target, { headers, chunks: method === "GET" ? [] : ["{}"] });
          const status = [400, 414].includes(answer.status) ? answer.status : 404;
          expectRefusal(answer, { status }, `${method} ${path} ${parameter.slice(0, 50)}`);
        }
      }
      await expectUnchanged(path);
    }
  });
});
