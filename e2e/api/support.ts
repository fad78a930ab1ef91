import { readdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import type pg from "pg";
import { expect, type TestUser, test, type UserOptions, uniqueCode } from "@/e2e/fixtures";
import { untilServed } from "@/e2e/until-served";

export type { TestUser, UserOptions };
export { expect, test, uniqueCode };

export const JSON_TYPE = { "Content-Type": "application/json" };
/** A valid id that does not exist. */
export const UNKNOWN_ID = "01a1fc3c-4b9f-767c-b92c-000000000000";

/** Content types other than JSON. */
export const OTHER_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "text/plain, application/json",
  "",
];
/** Bodies that are not JSON. */
export const MALFORMED = ["{", '{"a":}', "{'a':1}", "\u0000", "[[".repeat(20_000), "NaN"];
/** Invalid ids and tokens. */
export const BAD_PARAMETERS = [
  "1",
  "null",
  "undefined",
  "not-a-uuid",
  `${UNKNOWN_ID}x`,
  UNKNOWN_ID.replaceAll("-", ""),
  "a".repeat(3_000),
  "%00",
  `${UNKNOWN_ID}%00`,
  "%ff",
  "%zz",
  "%",
  "%ED%A0%80",
  "..%2fgroups",
  "%2e%2e%2f%2e%2e",
  "'%20OR%201=1--",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
];

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

type Call = {
  user?: TestUser | undefined;
  headers?: { [name: string]: string | undefined };
  /** Strings are sent as they are, anything else as JSON. */
  body?: unknown;
};

/**
 * Makes a call, with JSON unless the headers say otherwise. Uses Playwright's cookies unless a user is given; its
 * client takes much more CPU time than Node's.
 */
export function call(request: APIRequestContext, method: string, target: string, options: Call = {}): Promise<Answer> {
  return untilServed(
    () => callOnce(request, method, target, options),
    ({ status }) => status,
  );
}

async function callOnce(
  request: APIRequestContext,
  method: string,
  target: string,
  { user, headers, body }: Call,
): Promise<Answer> {
  const all = { ...(user && sessionOf(user)), ...(body !== undefined && JSON_TYPE), ...headers };
  const given = Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (user) {
    const { host, port, origin } = new URL(target, process.env.E2E_URL);
    const path = target.startsWith("/") ? target : target.slice(origin.length);
    const length = text === undefined ? {} : { "Content-Length": Buffer.byteLength(text) };
    return exchange(port, { method, path, headers: { Host: host, ...length, ...given } }, text ? [text] : []);
  }
  const response = await request.fetch(target, {
    method,
    maxRedirects: 0,
    headers: given,
    // Sent as bytes, since Playwright would quote a string that is not JSON.
    ...(text !== undefined && { data: Buffer.from(text) }),
  });
  return toAnswer(response);
}

async function toAnswer(response: APIResponse): Promise<Answer> {
  return { status: response.status(), headers: response.headers(), text: await response.text() };
}

export function sessionOf(user: TestUser): { Cookie: string } {
  return { Cookie: `hop.session=${user.sessionToken}` };
}

/** Sends what Playwright's client cannot: any Host or method, no Content-Type, a chunked body. */
export function rawCall(
  method: string,
  target: string,
  { headers = {}, chunks = [] }: { headers?: OutgoingHttpHeaders; chunks?: string[] } = {},
): Promise<Answer> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  const length = headers["Transfer-Encoding"] ? {} : { "Content-Length": Buffer.byteLength(chunks.join("")) };
  return exchange(port, { method, path: target, headers: { ...length, ...headers } }, chunks);
}

type Sent = { method?: string; path: string; headers: OutgoingHttpHeaders; timeout?: number };

/**
 * Sends a request with Node's client.
 *
 * @param isEnough called with the headers and what was received; if true, disconnects, as some responses never end
 */
export function exchange(
  port: string,
  options: Sent,
  chunks: string[],
  isEnough?: (text: string, headers: IncomingHttpHeaders) => boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send({ host: "127.0.0.1", port, agent: false, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const received: Buffer[] = [];
      const check = () => {
        if (!isEnough) return;
        const text = Buffer.concat(received).toString("utf8");
        if (!isEnough(text, headers)) return;
        request.destroy();
        resolve({ status, headers, text });
      };
      check();
      response.on("data", (chunk: Buffer) => {
        received.push(chunk);
        check();
      });
      response.on("end", () => {
        const bytes = Buffer.concat(received);
        const text = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
        resolve({ status, headers, text: text.toString("utf8") });
      });
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

/** Reads a response that may be endless until `isEnough`, then disconnects. */
export function peek(target: string, user: TestUser | undefined, isEnough: (text: string) => boolean): Promise<Answer> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  const headers = { ...(user && sessionOf(user)), "Accept-Encoding": "gzip, br" };
  return exchange(port, { path: target, headers }, [], isEnough);
}

/** Sends bytes that need not be HTTP and returns everything received until the server closes. */
export function rawBytes(bytes: string): Promise<string> {
  const { port } = new URL(process.env.E2E_URL ?? "");
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(60_000, () => socket.destroy(new Error(`still open after: ${received}`)));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

/** Texts that must not leave the server: stack traces, SQL, file paths, names of internals. */
const LEAK =
  /prisma|postgres|pg_|\bSELECT\b|\bINSERT\b|\bsyntax\b|node_modules|\.next|\.[jt]sx?:\d|\n\s+at |\/tmp\/|\/work\/|Error:|undefined|\[object/i;

type Refusal = { status: number; code?: string; message?: string | RegExp; field?: string };

/** Asserts the error body of every call (design section 3), without leaks. */
export function expectRefusal(answer: Answer, refusal: Refusal, about = ""): void {
  const { status, code, message, field } = refusal;
  const body = parseBody(answer.text);
  // A single assertion, since Playwright reports each as a step, which takes more time than the call.
  expect(
    {
      status: answer.status,
      type: answer.headers["content-type"],
      leak: LEAK.exec(answer.text)?.[0],
      requestId: answer.headers["x-request-id"],
      body,
    },
    about,
  ).toEqual({
    status,
    type: expect.stringMatching(/^application\/json/),
    leak: undefined,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    body: {
      ...(body.success === false && { success: false }),
      message: message === undefined ? expect.stringMatching(/\S/) : expectText(message),
      code: code ?? expect.stringMatching(/^[a-z_]+$/),
      requestId: answer.headers["x-request-id"],
      ...((field !== undefined || body.field !== undefined) && { field: field ?? expect.any(String) }),
    },
  });
}

/** The assertion shows a body that is not JSON. */
function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { notJson: text };
  }
}

function expectText(text: string | RegExp): unknown {
  return typeof text === "string" ? text : expect.stringMatching(text);
}

/** Counts a user's rows in each table, to compare before and after a refused call. */
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

/** Creates a short URL through the API. */
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

/** Every path below app/api with the methods that its route file declares: the dashboard's, or the public API's. */
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

/** Fills in the parameters of a path; the last value is used for all remaining ones. */
export function fill(pattern: string, ...values: [string, ...string[]]): string {
  let next = 0;
  return pattern.replace(/\[\w+\]/g, () => values[Math.min(next++, values.length - 1)] ?? "");
}
