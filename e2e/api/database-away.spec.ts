import { createHash, randomBytes } from "node:crypto";
import { cleanUp } from "@/bench/harness/clean-up";
import { type Database, type Server, scratchFolder, startServer } from "@/bench/harness/database";
import { descendantsOf, signal } from "@/bench/harness/processes";
import { expect, test } from "@/e2e/fixtures";
import { freePort, type Hop, startHop } from "@/e2e/hop";

/** Pages, the sign-in screen among them, while Postgres is stopped or does not answer (design section 8). */

test.describe.configure({ mode: "serial" });
test.use({ allowsComplaints: true });

const PAGES = ["/", "/urls", "/users", "/settings", "/settings/audit-log", "/auth/verify/x?confirm=1", "/no/such/page"];

let server: Server;
let database: Database;
let hop: Hop;
let cookie: string;

test.beforeAll(async () => {
  server = await startServer({ fsync: "off", synchronous_commit: "off" });
  database = await server.createDatabase();
  hop = await startHop({
    PORT: String(await freePort()),
    DATA_DIR: scratchFolder(),
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
  });
  const token = randomBytes(32).toString("hex");
  await database.pool.query("INSERT INTO sessions (session_token, user_id, expires) SELECT $1, id, $2 FROM users", [
    createHash("sha256").update(token).digest("hex"),
    new Date(Date.now() + 3_600_000),
  ]);
  cookie = token;
});
test.afterAll(async () => {
  await hop.stop();
  await cleanUp();
});

const get = (path: string, isSignedIn: boolean) =>
  fetch(`${hop.url}${path}`, {
    redirect: "manual",
    headers: isSignedIn ? { Cookie: `hop.session=${cookie}` } : {},
    signal: AbortSignal.timeout(8_000),
  });

async function expectUnavailable(): Promise<void> {
  for (const isSignedIn of [true, false]) {
    for (const path of PAGES) {
      const response = await get(path, isSignedIn);
      expect(response.status, path).toBe(503);
      expect(Number(response.headers.get("retry-after")), path).toBeGreaterThan(0);
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(await response.text()).toContain("The database cannot be reached");
    }
    for (const path of ["/paused", "/deleted"]) expect((await get(path, isSignedIn)).status, path).toBe(200);
  }
}

function signalPostgres(name: "SIGSTOP" | "SIGCONT"): void {
  const { pid } = server.postgres();
  for (const one of [{ pid }, ...descendantsOf(pid)]) signal(one.pid, name);
}

test("while Postgres is frozen, pages answer 503 within seconds", async () => {
  await expect.poll(async () => (await get("/urls", true)).status).toBe(200);
  signalPostgres("SIGSTOP");
  try {
    const response = await get("/urls", true);
    expect(response.status).toBe(503);
  } finally {
    signalPostgres("SIGCONT");
  }
  await expect.poll(async () => (await get("/urls", true)).status).toBe(200);
});

test("while Postgres is stopped, pages answer 503, and come back by themselves", async ({ page, context }) => {
  await context.addCookies([{ name: "hop.session", value: cookie, url: hop.url }]);
  await page.goto(`${hop.url}/urls`);
  await expect(page.getByText("Showing 0 URLs")).toBeVisible();
  signal(server.postgres().pid, "SIGQUIT");
  await expect.poll(async () => (await get("/urls", true)).status).toBe(503);
  await expectUnavailable();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" }).click();
  await expect(page.getByRole("heading", { name: "Temporarily unavailable" })).toBeVisible();
  await expect(page).toHaveURL(/\/groups$/);
  await server.restart();
  await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
});
