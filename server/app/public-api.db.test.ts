import { readdirSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Actor } from "@/lib/actor";
import { createApiKey } from "@/lib/api-keys/create";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/api-keys/types";
import { scopeMissing } from "@/lib/api-keys/usable";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { MAX_BODY_BYTES } from "@/lib/http/input";
import { operations } from "@/lib/public-api/operations";
import { answerPublicCall, answerPublicRefusal, PUBLIC_CALLS } from "@/server/app/public-api";

const NOT_OURS = 421;
let server: Server;
let admin: Actor;
let groupId: string;
let apiKey: string;
let email: string;

beforeAll(async () => {
  server = createServer((call, response) => {
    if (!answerPublicRefusal(call, response) && !answerPublicCall(call, response)) response.writeHead(NOT_OURS).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const owner = await createUser({ role: "group_admin" });
  admin = owner;
  groupId = await createGroup(owner);
  email = owner.email;
  ({ apiKey } = await createApiKey(
    admin,
    groupId,
    createApiKeySchema.parse({ name: "Shop", rateLimit: 1_000, scopes: API_KEY_SCOPES }),
  ));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

type Sent = { method?: string; headers?: Record<string, string>; body?: unknown };

/** Uses node:http, because fetch would decompress the response. */
function call(target: string, { method = "GET", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request(
      {
        port,
        path: target,
        method,
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const json = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString("utf8"));
const create = (body: object = {}) =>
  call("/api/v1/urls", { method: "POST", body: { url: "https://example.com/", email, ...body } });

test("every route below app/api/v1 is answered here", () => {
  const folders = readdirSync("app/api/v1", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => `/api/v1/${path.dirname(file).replaceAll(path.sep, "/")}`);
  expect(Object.keys(PUBLIC_CALLS).sort()).toEqual(folders.sort());
});

test("calls receive path, query and body, and respond like any other call", async () => {
  const created = await create({ shortCode: "cafes" });
  expect(created.status).toBe(201);
  const { id } = json(created).data;
  expect(created.headers).toMatchObject({
    location: `/api/v1/urls/${id}`,
    "content-type": "application/json",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "ratelimit-limit": "1000",
    "content-length": String(created.bytes.length),
  });
  expect(json(await call("/api/v1/urls/c%61fes")).data.id).toBe(id);
  expect(json(await call("/api/v1/urls/cafes/stats?days=3")).data.daily).toHaveLength(3);
});

test("ids to delete are separated by commas or repeated, as many clients do", async () => {
  const data = async (query: string) => json(await call(`/api/v1/urls/bulk?${query}`, { method: "DELETE" })).data;
  const { id } = json(await create()).data;
  expect(await data(`ids=${id}&ids=unknown-code`)).toEqual([
    { success: true, data: { id, status: "deleted" } },
    expect.objectContaining({ code: "not_found" }),
  ]);
  expect(await data("ids=unknown-1,unknown-2&ids=unknown-3")).toHaveLength(3);
});

test("an error about the path names its parameter as the reference does", async () => {
  const refused = await call("/api/v1/urls/a%00");
  expect([refused.status, json(refused).field]).toEqual([400, "idOrCode"]);
});

test("statistics take several filters", async () => {
  await create({ shortCode: "filtered" });
  const stats = await call("/api/v1/urls/filtered/stats?filter=device:mobile&filter=country:AT");
  expect(json(stats).data.filters).toEqual([
    { by: "device", value: "mobile" },
    { by: "country", value: "AT" },
  ]);
});

test.each(["POST", "PATCH"])("%s in bulk takes bodies that are too large for a single link", async (method) => {
  const urls = Array.from({ length: 100 }, (_, index) => ({
    id: "unknown-code",
    url: `https://example.com/${index}/${"x".repeat(1_500)}`,
  }));
  const answer = await call("/api/v1/urls/bulk", { method, body: { urls } });
  expect([answer.status, json(answer).data.length]).toEqual([200, 100]);
});

test("a retried creation in bulk is marked as replayed", async () => {
  const send = () =>
    call("/api/v1/urls/bulk", {
      method: "POST",
      headers: { "Idempotency-Key": "retried" },
      body: { urls: [{ url: "https://example.com/" }, {}] },
    });
  const [first, second] = [await send(), await send()];
  expect([first, second].map(({ headers }) => headers["idempotency-replayed"])).toEqual([undefined, "true"]);
  expect(json(second)).toEqual(json(first));
});

test("HEAD has no body, and a wrong method is answered with Allow", async () => {
  const head = await call("/api/v1/urls", { method: "HEAD" });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  const refused = await call("/api/v1/urls", { method: "DELETE" });
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, POST, PUT, OPTIONS"]);
});

test.each(["/api/urls", "/api/v1x", "/api/v2/urls", "/api", "/"])("%s is passed on to Next", async (target) => {
  expect((await call(target)).status).toBe(NOT_OURS);
});

describe("every error of the public API is JSON and has the key's rate limit", () => {
  test.each([
    ["GET", "/api/v1", 404, "not_found", {}],
    ["GET", "/api/v1/nothing", 404, "not_found", {}],
    ["POST", "/api/v1/urls/a/b", 404, "not_found", {}],
    ["GET", "/api/v1/urls/unknown-code", 404, "not_found", {}],
    ["GET", "/api/v1/urls/", 308, "moved", { location: "/api/v1/urls" }],
    ["GET", "/api/v1/urls/?limit=2&q=a%2Fb", 308, "moved", { location: "/api/v1/urls?limit=2&q=a%2Fb" }],
    ["PATCH", "/api/v1/urls/cafes//", 308, "moved", { location: "/api/v1/urls/cafes" }],
    ["GET", "/api/v1/\\other.example/", 308, "moved", { location: "/api/v1//other.example" }],
    ["DELETE", "/api/v1/urls", 405, "method_not_allowed", { allow: "GET, HEAD, POST, PUT, OPTIONS" }],
    ["POST", "/api/v1/openapi.json", 405, "method_not_allowed", { allow: "GET, HEAD, OPTIONS" }],
    ["TRACE", "/api/v1/urls", 405, "method_not_allowed", { allow: "GET, HEAD, POST, PUT, OPTIONS" }],
    ["PROPFIND", "/api/v1/urls/a?b", 405, "method_not_allowed", { allow: "GET, HEAD, PATCH, DELETE, OPTIONS" }],
    ["TRACE", "/api/v1/nothing", 404, "not_found", {}],
    ["GET", "/api/v1/urls/%ff", 400, "malformed", {}],
    ["DELETE", `/api/v1/urls/bulk?ids=${"a,".repeat(4_000)}`, 414, "uri_too_long", {}],
    ["PATCH", "/api/v1/urls/unknown-code", 400, "invalid", {}],
    ["POST", "/api/v1/urls", 400, "invalid", {}],
  ])("%s %s: %p %s", async (method, target, status, code, headers) => {
    const refused = await call(target, { method, ...(method.startsWith("P") && { body: { misspelt: 1 } }) });
    expect([refused.status, json(refused)]).toEqual([status, expect.objectContaining({ code })]);
    expect(refused.headers).toMatchObject({ "content-type": "application/json", ...headers });
    expect(json(refused)).toMatchObject({ success: false, requestId: refused.headers["x-request-id"] });
    expect(Number(refused.headers["ratelimit-remaining"])).toBeLessThan(1_000);
    expect(refused.headers["x-ratelimit-limit"]).toBe("1000");
  });

  test.each(["/api/v1/../..//other.example/", "/api/v1/..//..//other.example/"])(
    "%s redirects nowhere",
    async (target) => {
      const refused = await call(target);
      expect([refused.status, refused.headers.location]).toEqual([404, undefined]);
    },
  );

  test.each([
    ["no key", ""],
    ["an unknown key", `Bearer hop_${"a".repeat(36)}`],
    ["no bearer token", "Basic YTpi"],
  ])("with %s, unknown paths and methods are the same without a rate limit", async (_name, authorization) => {
    for (const [method, target, status] of [
      ["GET", "/api/v1/nothing", 404],
      ["GET", "/api/v1/urls/", 308],
      ["PATCH", "/api/v1/urls", 405],
      ["TRACE", "/api/v1/urls", 405],
    ] as const) {
      const refused = await call(target, { method, headers: { Authorization: authorization } });
      expect([refused.status, json(refused).success]).toEqual([status, false]);
      expect([refused.headers["ratelimit-limit"], refused.headers["www-authenticate"]]).toEqual([undefined, undefined]);
    }
  });

  test.each([
    ["PUT", "/api/v1/urls/bulk", 405],
    ["TRACE", "/api/v1/urls", 405],
    ["POST", "/api/v1/nothing", 404],
  ])("%s %s is refused in the same way on another site's page", async (method, target, status) => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://other.example" };
    const refused = await call(target, { method, headers });
    expect([refused.status, refused.headers["ratelimit-limit"]]).toEqual([status, "1000"]);
    const withoutKey = await call(target, { method, headers: { ...headers, Authorization: "" } });
    expect([withoutKey.status, json(withoutKey).code]).toEqual([403, "foreign_origin"]);
  });

  test("above the limit they are 429, like any other call", async () => {
    const admin = await createUser({ role: "group_admin" });
    const body = createApiKeySchema.parse({ name: "Shop", rateLimit: 2 });
    const key = await createApiKey(admin, await createGroup(admin), body);
    const statuses = [];
    for (const target of ["/api/v1/nothing", "/api/v1/urls/", "/api/v1/nothing", "/api/v1/urls/"]) {
      statuses.push((await call(target, { headers: { Authorization: `Bearer ${key.apiKey}` } })).status);
    }
    expect(statuses).toEqual([404, 308, 429, 429]);
  });
});

test("a QR code has a strong tag, is not compressed, and 304 has no body but the rate limit", async () => {
  // Long enough that it would otherwise be compressed.
  const shortCode = "p".repeat(64);
  await create({ shortCode });
  const target = `/api/v1/urls/${shortCode}/qr?format=svg&level=H`;
  const headers = { "Accept-Encoding": "gzip" };
  const first = await call(target, { headers });
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "image/svg+xml",
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  });
  expect(first.headers["content-encoding"]).toBeUndefined();
  expect(first.bytes.length).toBeGreaterThan(4_096);
  const etag = String(first.headers.etag);
  const again = await call(target, { headers: { ...headers, "If-None-Match": etag } });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect(again.headers["ratelimit-limit"]).toBe("1000");
  const other = await call(`/api/v1/urls/${shortCode}/qr?format=png&level=H`, { headers: { "If-None-Match": etag } });
  expect([other.status, other.headers["content-type"]]).toEqual([200, "image/png"]);
  const saved = await call(`${target}&download=1`);
  expect(saved.headers["content-disposition"]).toBe(`attachment; filename="${shortCode}.svg"`);
  for (const query of ["size=63", "format=gif", "foreground=red", "foreground=ffffff"]) {
    const refused = await call(`/api/v1/urls/${shortCode}/qr?${query}`);
    expect([refused.status, json(refused)]).toEqual([
      400,
      expect.objectContaining({ success: false, code: "invalid" }),
    ]);
  }
});

test("an oversized body is answered with an error, not a connection reset", async () => {
  const refused = await create({ filler: "a".repeat(16 * MAX_BODY_BYTES) });
  expect([refused.status, json(refused)]).toEqual([
    413,
    expect.objectContaining({ success: false, code: "too_large" }),
  ]);
  const unauthenticated = await call("/api/v1/urls", {
    method: "POST",
    headers: { Authorization: "" },
    body: { filler: "a".repeat(16 * MAX_BODY_BYTES) },
  });
  expect(unauthenticated.status).toBe(401);
});

describe("a key without a scope is refused before its input is read", () => {
  const keys = new Map<ApiKeyScope, string>();

  beforeAll(async () => {
    for (const missing of API_KEY_SCOPES) {
      const scopes = API_KEY_SCOPES.filter((scope) => scope !== missing);
      const created = await createApiKey(admin, groupId, createApiKeySchema.parse({ name: "Shop", scopes }));
      keys.set(missing, created.apiKey);
    }
  });

  const cases = operations.flatMap(({ id, method, path: target, scopes }) =>
    scopes.map((scope) => ({ id, method, target, scope })),
  );
  test.each(cases)("$id, without $scope", async ({ method, target, scope }) => {
    const invalid = `${target.replace(/\{\w+\}/g, "none")}?limit=x&days=x&ids=&format=x`;
    const refused = await call(invalid, {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${keys.get(scope)}` },
      ...(["post", "put", "patch"].includes(method) && { body: [] }),
    });
    expect([refused.status, json(refused).message]).toEqual([403, scopeMissing(scope)]);
  });
});

test("a long response is compressed if the client accepts gzip", async () => {
  const plain = await call("/api/v1/openapi.json");
  expect(plain.headers).toMatchObject({ "cache-control": "public, max-age=300", vary: "Accept-Encoding" });
  const compressed = await call("/api/v1/openapi.json", { headers: { "Accept-Encoding": "gzip, br" } });
  expect([plain.headers["content-encoding"], compressed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
  expect([plain.headers.vary, compressed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
});

test.each([
  ["gzip;q=0", undefined],
  ["gzip; q=0.000, identity", undefined],
  ["GZIP", "gzip"],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"],
  ["gzip;q=0.05", "gzip"],
])("Accept-Encoding: %s is answered as %s", async (accepted, encoding) => {
  const { headers } = await call("/api/v1/openapi.json", { headers: { "Accept-Encoding": accepted } });
  expect(headers["content-encoding"]).toBe(encoding);
});
