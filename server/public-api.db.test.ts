import { readdirSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { createApiKey } from "@/lib/api-keys/create";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { MAX_BODY_BYTES } from "@/lib/http/input";
import { answerPublicCall, PUBLIC_CALLS } from "@/server/public-api";

const NOT_OURS = 421;
let server: Server;
let apiKey: string;
let email: string;

beforeAll(async () => {
  server = createServer((call, response) => {
    if (!answerPublicCall(call, response)) response.writeHead(NOT_OURS).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  email = admin.email;
  ({ apiKey } = await createApiKey(admin, groupId, createApiKeySchema.parse({ name: "Shop", rateLimit: 1_000 })));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

type Sent = { method?: string; headers?: Record<string, string>; body?: unknown };

/** Node's own client: fetch would unpack what is packed. */
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

test("every call that has a folder below app/api/v1 is answered here", () => {
  const folders = readdirSync("app/api/v1", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => `/api/v1/${path.dirname(file).replaceAll(path.sep, "/")}`);
  expect(Object.keys(PUBLIC_CALLS).sort()).toEqual(folders.sort());
});

test("a call gets what its path, query and body say, and answers as any other", async () => {
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

test("HEAD is answered without a body, and a wrong method with the right ones", async () => {
  const head = await call("/api/v1/urls", { method: "HEAD" });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  const refused = await call("/api/v1/urls", { method: "DELETE" });
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
});

test.each(["/api/v1", "/api/v1/urls/", "/api/v1/nothing", "/api/v1/urls/a/b", "/api/urls", "/api/v2/urls", "/"])(
  "%s is left to Next",
  async (target) => {
    expect((await call(target)).status).toBe(NOT_OURS);
  },
);

test("a body that is too large is refused in words, not by a broken connection", async () => {
  const refused = await create({ filler: "a".repeat(16 * MAX_BODY_BYTES) });
  expect([refused.status, json(refused)]).toEqual([
    413,
    expect.objectContaining({ success: false, code: "too_large" }),
  ]);
  const stranger = await call("/api/v1/urls", {
    method: "POST",
    headers: { Authorization: "" },
    body: { filler: "a".repeat(16 * MAX_BODY_BYTES) },
  });
  expect(stranger.status).toBe(401);
});

test("a long answer is packed for those who can read it", async () => {
  const plain = await call("/api/v1/openapi.json");
  const packed = await call("/api/v1/openapi.json", { headers: { "Accept-Encoding": "gzip, br" } });
  expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
  expect([plain.headers.vary, packed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
});
