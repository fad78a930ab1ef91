import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSilentServer } from "node:net";
import { pool } from "@/lib/db/pool";
import { execute, sql } from "@/lib/db/sql";
import { createPageGuard } from "@/server/app/page-guard";

// A database that is silent for a second is unavailable. A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const databaseUrl = process.env.DATABASE_URL ?? "";
/** Longer than a busy machine stalls. */
const TIMEOUT_MS = 60_000;
const close: (() => unknown)[] = [];
afterAll(() => Promise.all(close.map((one) => one())));

/** Starts a server of pages on that database. Returns a function that requests a page. */
async function serve(url: string, timeoutMs = TIMEOUT_MS) {
  const guard = createPageGuard(url, timeoutMs);
  const server = createServer(async (request, response) => {
    if (!(await guard.refuse(request, response))) response.end("rendered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  close.push(guard.close, () => server.close());
  return async (path: string, method = "GET") => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, response.headers.get("retry-after"), await response.text()];
  };
}

test("pages get 503 while the database is down, except those that do not need it", async () => {
  const away = new URL(databaseUrl);
  away.searchParams.set("host", "/nowhere");
  const ask = await serve(away.href);
  expect(await ask("/urls")).toEqual([503, "5", expect.stringContaining("<html")]);
  expect(await ask("/urls", "HEAD")).toEqual([503, "5", ""]);
  for (const path of ["/paused", "/deleted", "/api-reference", "/api/urls", "/_next/x", "/icon.png", "/Spring_Sale"])
    expect(await ask(path)).toEqual([200, null, "rendered"]);
});

test("a database that does not answer is unavailable", async () => {
  const silent = createSilentServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const ask = await serve(`postgresql://hop:hop@127.0.0.1:${port}/hop`, 300);
  expect(await ask("/urls")).toEqual([503, "5", expect.stringContaining("<html")]);
  close.push(() => silent.close());
});

test("a busy process does not take its database for unavailable", async () => {
  const timeoutMs = 1_000;
  const guard = createPageGuard(databaseUrl, timeoutMs);
  close.push(guard.close);
  const response = { writeHead: jest.fn(), end: jest.fn() } as unknown as ServerResponse;
  const refuse = () => guard.refuse({ url: "/urls", method: "GET" } as IncomingMessage, response);
  expect(await refuse()).toBe(false);
  const asked = refuse();
  // When the query has been sent.
  setImmediate(() => {
    const until = performance.now() + 1.1 * timeoutMs;
    while (performance.now() < until);
  });
  expect(await asked).toBe(false);
});

test("pages are rendered again after the connection was lost", async () => {
  const ask = await serve(`${databaseUrl}&application_name=page_guard`);
  const lost = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'page_guard' AND datname = current_database()`;
  expect(await ask("/urls")).toEqual([200, null, "rendered"]);
  expect(await execute(pool(), lost)).toBe(1);
  // The first request may find the connection before its end was noticed.
  await ask("/urls");
  expect(await ask("/urls")).toEqual([200, null, "rendered"]);
});
