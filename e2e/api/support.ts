import { readdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import type pg from "pg";
import { expect, type TestUser, test, uniqueCode } from "@/e2e/fixtures";

export type { TestUser };
export { expect, test, uniqueCode };

export const JSON_TYPE = { "Content-Type": "application/json" };
/** An id that is one, of nothing. */
export const UNKNOWN_ID = "01a1fc3c-4b9f-767c-b92c-000000000000";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

type Call = {
  user?: TestUser | undefined;
  headers?: { [name: string]: string | undefined };
  /** Sent as it is when it is a string, else as JSON. */
  body?: unknown;
};

/** One call of a script or a page: JSON unless the headers say otherwise. */
export async function call(
  request: APIRequestContext,
  method: string,
  target: string,
  { user, headers, body }: Call = {},
): Promise<Answer> {
  const all = { ...(user && sessionOf(user)), ...(body !== undefined && JSON_TYPE), ...headers };
  const response = await request.fetch(target, {
    method,
    maxRedirects: 0,
    headers: Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    // As bytes: Playwright would mend a string that is no JSON.
    ...(body !== undefined && { data: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) }),
  });
  return toAnswer(response);
}

async function toAnswer(response: APIResponse): Promise<Answer> {
  return { status: response.status(), headers: response.headers(), text: await response.text() };
}

export function sessionOf(user: TestUser): { Cookie: string } {
  return { Cookie: `hop.session=${user.sessionToken}` };
}

/** A request that Playwright's client would not send: any Host, any method, no Content-Type, a body in chunks. */
export function rawCall(
  method: string,
  target: string,
  { headers = {}, chunks = [] }: { headers?: OutgoingHttpHeaders; chunks?: string[] } = {},
): Promise<Answer> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  return new Promise((resolve, reject) => {
    const length = headers["Transfer-Encoding"] ? {} : { "Content-Length": Buffer.byteLength(chunks.join("")) };
    const options = { host: "127.0.0.1", port, method, path: target, headers: { ...length, ...headers }, agent: false };
    const request = send(options, (response) => {
      const received: Buffer[] = [];
      response.on("data", (chunk: Buffer) => received.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(received).toString("utf8"),
        }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

/** Opens an answer that may have no end, reads what there is when `isEnough`, and leaves. */
export function peek(target: string, user: TestUser | undefined, isEnough: (text: string) => boolean): Promise<Answer> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  return new Promise((resolve, reject) => {
    const headers = { ...(user && sessionOf(user)), "Accept-Encoding": "gzip, br" };
    const request = send({ host: "127.0.0.1", port, path: target, headers, agent: false }, (response) => {
      let text = "";
      const answer = () => ({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
        if (!isEnough(text)) return;
        request.destroy();
        resolve(answer());
      });
      response.on("end", () => resolve(answer()));
    });
    request.on("error", reject);
    request.end();
  });
}

/** Bytes that need not be HTTP; gives all that comes back until the server closes. */
export function rawBytes(bytes: string): Promise<string> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy(new Error(`still open after: ${received}`)));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

/** What must not leave the server: stacks, SQL, paths of files, names of its parts. */
const LEAK =
  /prisma|postgres|pg_|\bSELECT\b|\bINSERT\b|\bsyntax\b|node_modules|\.next|\.[jt]sx?:\d|\n\s+at |\/tmp\/|\/work\/|Error:|undefined|\[object/i;

type Refusal = { status: number; code?: string; message?: string | RegExp; field?: string };

/** Asserts an error as every call answers it (design section 3), saying no more than it should. */
export function expectRefusal(answer: Answer, refusal: Refusal, about = ""): void {
  const { status, code, message, field } = refusal;
  expect(answer.status, `${about}\n${answer.text}`).toBe(status);
  expect(answer.headers["content-type"], about).toMatch(/^application\/json/);
  expect(answer.text, about).not.toMatch(LEAK);
  const body = JSON.parse(answer.text);
  expect(body, about).toEqual({
    ...(body.success === false && { success: false }),
    message: message === undefined ? expect.stringMatching(/\S/) : expectText(message),
    code: code ?? expect.stringMatching(/^[a-z_]+$/),
    requestId: answer.headers["x-request-id"],
    ...((field ?? body.field) && { field: field ?? expect.any(String) }),
  });
  expect(body.requestId, about).toMatch(/^[0-9a-f-]{36}$/);
}

function expectText(text: string | RegExp): unknown {
  return typeof text === "string" ? text : expect.stringMatching(text);
}

/** How many rows of each table a user left behind: to be the same before and after what is refused. */
export async function rowsOf(database: pg.Pool, user: TestUser): Promise<Record<string, number>> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM short_urls WHERE created_by_id = $1) AS short_urls,
            (SELECT count(*)::int FROM audit_entries WHERE actor_id = $1) AS audit_entries,
            (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
            (SELECT count(*)::int FROM group_memberships WHERE user_id = $1) AS group_memberships,
            (SELECT count(*)::int FROM verification_tokens WHERE identifier = $2) AS verification_tokens,
            (SELECT count(*)::int FROM pgboss.job WHERE data::text LIKE ANY ($3)) AS jobs`,
    [user.id, user.email, [`%${user.id}%`, `%${user.email}%`]],
  );
  return rows[0];
}

export type StoredUrl = { id: string; shortCode: string };

/** Creates a short URL by the call, as its user would. */
export async function createUrl(
  request: APIRequestContext,
  user: TestUser,
  fields: Record<string, unknown> = {},
): Promise<StoredUrl> {
  const body = { originalUrl: "https://example.com/", shortCode: uniqueCode("api"), ...fields };
  const answer = await call(request, "POST", "/api/urls", { user, body });
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text);
}

export type Route = { path: string; methods: string[] };

/** Every path below app/api with the methods that its route file declares; those of the public API, which keys call, apart. */
export function routes({ isPublicApi = false } = {}): Route[] {
  const root = path.resolve("app/api");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !file.includes("[[..."))
    .map((file) => ({
      path: `/api/${path.dirname(file).replaceAll(path.sep, "/")}`,
      methods: [...readFileSync(path.join(root, file), "utf8").matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE): /gm)].map(
        ([, method = ""]) => method,
      ),
    }))
    .filter(({ path }) => path.startsWith("/api/v1/") === isPublicApi)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A path of `routes()` with its parameters filled in, the last value for all that remain. */
export function fill(pattern: string, ...values: [string, ...string[]]): string {
  let next = 0;
  return pattern.replace(/\[\w+\]/g, () => values[Math.min(next++, values.length - 1)] ?? "");
}
