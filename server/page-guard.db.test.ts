import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { pool } from "@/lib/db/pool";
import { execute, sql } from "@/lib/db/sql";
import { createPageGuard, type PageGuard } from "@/server/page-guard";

// The guard gives up on the database after two seconds.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

let guard: PageGuard;
let connections: pg.Pool;
let server: Server;
/** What happens while the page is rendered, before it fails. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  const { Pool } = pg;
  const constructed = jest.spyOn(pg, "Pool").mockImplementation((options) => {
    connections = new Pool(options);
    return connections;
  });
  guard = createPageGuard(`${process.env.DATABASE_URL}&application_name=page_guard`);
  constructed.mockRestore();
  server = createServer(async (request, response) => {
    if (await guard.refuse(request, response)) return;
    await meanwhile();
    response.writeHead(request.url === "/urls" ? 500 : 200).end("rendered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(async () => {
  server.close();
  await guard.close();
});

async function loseConnection(): Promise<void> {
  const lost = once(connections, "error");
  await execute(
    pool(),
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'page_guard'`,
  );
  await lost;
}

const status = async (path: string) => {
  const { status, headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return [status, headers.get("retry-after")];
};

test("a page that fails because the database stopped answers 503, and 500 for any other reason", async () => {
  meanwhile = async () => undefined;
  expect(await status("/urls")).toEqual([500, null]);
  meanwhile = loseConnection;
  expect(await status("/urls")).toEqual([503, "5"]);
  expect(await status("/groups")).toEqual([200, null]);
  meanwhile = async () => undefined;
  expect(await status("/urls")).toEqual([500, null]);
});
