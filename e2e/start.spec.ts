import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { descendantsOf, signal, withDescendants } from "@/bench/harness/processes";
import { statusOf } from "@/bench/harness/product";
import { createDatabase, FIRST_ADMIN } from "@/e2e/database";
import { expect, expectHydrated, test, uniqueCode } from "@/e2e/fixtures";
import {
  ended,
  freePort,
  type Hop,
  isRunning,
  START_TIMEOUT_MS,
  spawnHop,
  spawnRole,
  startHop,
  stopRole,
} from "@/e2e/hop";
import { visit } from "@/e2e/visit";
import { isProcessAlive } from "@/lib/process";
import { shortestOf } from "@/lib/testing/stalls";
import { awaitEmbeddedPostgres, startEmbeddedPostgres } from "@/server/postgres/embedded";
import { prepareDatabase } from "@/server/postgres/prepare-database";

test.describe.configure({ mode: "serial", timeout: 600_000 });

/** Of a start after a kill to one after a stop: usually about 1, but waiting for what the killed one held takes longer. */
const RESTART_RATIO = 2;
/** An unknown session, so it must be looked up in the database. */
const SESSION = `hop.session=${"0".repeat(64)}`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-start-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a start that fails; returns its standard error and exit code. */
async function failingStart(variables: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawnHop({ PORT: String(await freePort()), DATA_DIR: path.join(folder, "unused"), ...variables });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const code = await ended(child);
  return { code, output };
}

/** Processes whose command line contains the data folder. */
function processesOf(dataDir: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(dataDir));
}

// server/prepare.test.ts has more reasons.
test.describe("a start that fails says why in one line and leaves nothing running", () => {
  test("the database is unreachable", async () => {
    const { code, output } = await failingStart({ DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop" });
    expect(output).toMatch(/^DATABASE_URL: the database does not answer \(.*ECONNREFUSED.*\)\.\n$/);
    expect(code).toBe(1);
    expect(processesOf(path.join(folder, "unused"))).toEqual([]);
  });

  for (const role of ["front", "app", "worker"] as const) {
    test(`the data folder of a single ${role} is on a read-only file system`, async () => {
      test.skip(process.platform !== "linux", "needs /proc");
      const child = spawnRole(role, { DATA_DIR: "/proc/hop", DATABASE_URL: "postgresql://x@127.0.0.1:1/x" }, "pipe");
      let output = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
      });
      const code = await ended(child);
      expect(output).toMatch(/^DATA_DIR: \/proc\/hop\S* cannot be written \(ENOENT\)\.\n$/);
      expect(code).toBe(78);
    });
  }

  test("each invalid variable gets one line", async () => {
    const { code, output } = await failingStart({ PORT: "http", ADMIN_EMAIL: "nobody", BASE_URL: "ftp://hop.example" });
    expect(output.trim().split("\n")).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^BASE_URL: must be an http:\/\/ or https:\/\/ address$/),
      expect.stringMatching(/^ADMIN_EMAIL: /),
    ]);
    expect(code).toBe(78);
  });

  test.afterAll(() => expect(processesOf(path.join(folder, "unused"))).toEqual([]));
});

test.describe("a running installation", () => {
  let dataDir: string;
  test.beforeAll(() => {
    dataDir = path.join(folder, "data");
  });
  const variables = async () => ({ PORT: String(await freePort()), DATA_DIR: dataDir, SMTP_HOST: "" });
  const running = () => processesOf(dataDir);
  const expectStopped = async () => {
    await expect.poll(running).toEqual([]);
    await expect.poll(() => existsSync(path.join(dataDir, "hop.pid"))).toBe(false);
  };

  let shared: Hop | undefined;
  /** Returns the instance that an earlier test left running, or a new one. Tests that stop it call `take`. */
  async function share(): Promise<Hop> {
    shared ??= await startHop(await variables());
    return shared;
  }
  async function take(): Promise<Hop> {
    const hop = await share();
    shared = undefined;
    return hop;
  }
  test.afterAll(() => shared?.stop());

  test("prints a link that signs the first administrator in, behind a button", async ({ page }) => {
    const hop = await share();
    const link = /http:\S+\/auth\/verify\/\w+/.exec(hop.output())?.[0] ?? "";
    expect(hop.output()).toContain("Sign in as admin@example.com");
    expect(hop.output()).toMatch(/Database: Postgres \d+\.\d+ \(embedded\)/);
    await page.goto(link);
    await expectHydrated(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  });

  test("refuses a second start on its data folder", async () => {
    const hop = await share();
    const { code, output } = await failingStart({ DATA_DIR: dataDir });
    expect(output).toContain("is already in use by another Hop");
    expect(code).toBe(1);
    expect((await fetch(hop.url)).status).toBe(200);
  });

  test("restarts a role that is killed", async () => {
    const hop = await share();
    const roles = descendantsOf(hop.process.pid ?? 0).filter(({ command }) => command.includes("dist/server"));
    expect(roles.length).toBeGreaterThanOrEqual(3);
    for (const { pid } of roles) signal(pid, "SIGKILL");
    await expect(async () => expect((await fetch(hop.url)).status).toBe(200)).toPass({ timeout: START_TIMEOUT_MS });
  });

  /** Stores a base URL as an earlier version could, while Hop is stopped. */
  async function storeBaseUrl(value: string): Promise<void> {
    await shared?.stop();
    shared = undefined;
    const postgres = await startEmbeddedPostgres(dataDir);
    await prepareDatabase(postgres.url, { adminEmail: FIRST_ADMIN, baseUrl: undefined });
    await query("INSERT INTO settings VALUES ('base_url', $1, now()) ON CONFLICT (key) DO UPDATE SET value = $1", [
      value,
    ]);
    await query(
      `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
       SELECT gen_random_uuid(), 'counted', 'https://example.com/', id, now() FROM users LIMIT 1 ON CONFLICT DO NOTHING`,
    );
    await query("UPDATE short_urls SET click_count = 0");
    await postgres.stop();
  }

  async function query(text: string, values: string[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: await awaitEmbeddedPostgres(dataDir) });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Stops the instance that the previous test has left running. */
  async function expectStopsEverything(signal: NodeJS.Signals): Promise<void> {
    const hop = await take();
    expect(running().length).toBeGreaterThan(0);
    const exited = once(hop.process, "exit");
    hop.process.kill(signal);
    const [code] = await exited;
    expect(code).toBe(0);
    expect(running()).toEqual([]);
    await expect(fetch(hop.url)).rejects.toThrow();
  }

  async function expectCounts(usable: string): Promise<void> {
    const hop = await share();
    expect(hop.output()).toMatch(new RegExp(`${usable}/auth/verify/`));
    expect((await visit(`${hop.url}/counted`)).status).toBe(302);
    await expect.poll(() => query("SELECT click_count::int FROM short_urls")).toEqual([{ click_count: 1 }]);
    await query("DELETE FROM settings WHERE key = 'base_url'");
  }

  // logs.spec.ts sends SIGTERM.
  test("stops everything it started on SIGINT", () => expectStopsEverything("SIGINT"));

  test("starts, signs in and counts with a stored base URL that has a path", async () => {
    await storeBaseUrl("https://hop.example/links");
    await expectCounts("https://hop\\.example");
  });

  test("stops everything it started on SIGHUP", () => expectStopsEverything("SIGHUP"));

  test("an interrupted start leaves nothing running, whatever the moment", async () => {
    const has = (file: string) => () => existsSync(path.join(dataDir, file));
    const isLive = async (url: string) => (await statusOf(`${url}/health/live`)) === 200;
    // The supervisor writes the file just before it starts the roles.
    const hasRole = (_url: string, pid: number) =>
      has("app.heartbeat")() && descendantsOf(pid).some(({ command }) => command.includes("dist/server/front.mjs"));
    for (const [moment, hasCome] of [
      ["at once", null],
      ["the data folder is locked", has("hop.pid")],
      ["Postgres is starting", has("postgres/postmaster.pid")],
      ["Postgres is listening", has("run/postgres/.s.PGSQL.5432")],
      ["a role has started", hasRole],
      ["the front is listening", isLive],
    ] as const) {
      const own = await variables();
      const url = `http://localhost:${own.PORT}`;
      // A file left over from before would satisfy this at once.
      if (hasCome) expect(await hasCome(url, 0), `${moment}, before the start`).toBe(false);
      const starting = spawnHop(own);
      const pid = starting.pid ?? 0;
      const exited = once(starting, "exit");
      while (hasCome && !(await hasCome(url, pid))) {
        expect(isRunning(starting), `${moment}: the start failed`).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const started = descendantsOf(pid);
      starting.kill("SIGTERM");
      await exited;
      expect(running(), moment).toEqual([]);
      // A front that is started alone later would report these roles as down.
      expect(
        ["app", "worker"].filter((role) => has(`${role}.heartbeat`)()),
        moment,
      ).toEqual([]);
      // The command lines of roles do not contain the data folder.
      expect(
        started.filter((one) => isProcessAlive(one.pid)),
        moment,
      ).toEqual([]);
    }
  });

  test("stops everything on Ctrl-C, which reaches every process of the terminal", async () => {
    const hop = await startHop(await variables(), "npm");
    process.kill(-(hop.process.pid ?? 0), "SIGINT");
    await expectStopped();
    await expect(fetch(hop.url)).rejects.toThrow();
  });

  test("stops everything when npm is terminated", async () => {
    // Log lines show that no signal arrived.
    const hop = await startHop({ ...(await variables()), LOG_FORMAT: "json" }, "npm");
    hop.process.kill("SIGTERM");
    await expectStopped();
    await expect(fetch(hop.url)).rejects.toThrow();
  });

  /** Duration of the latest start, if it followed a stop. */
  let afterStopMs: number | undefined;
  async function timeStart(): Promise<number> {
    const from = Date.now();
    await share();
    return Date.now() - from;
  }

  test("starts, signs in and counts with a stored base URL that is invalid", async () => {
    await storeBaseUrl("nonsense");
    afterStopMs = await timeStart();
    await expectCounts("http://localhost:\\d+");
  });

  test("starts as fast after a kill as after a stop, and takes over the running database", async () => {
    const ratio = async () => {
      if (afterStopMs === undefined) {
        await shared?.stop();
        shared = undefined;
        afterStopMs = await timeStart();
      }
      const beforeMs = afterStopMs;
      afterStopMs = undefined;
      const hop = await take();
      const exited = once(hop.process, "exit");
      hop.process.kill("SIGKILL");
      await exited;
      return (await timeStart()) / beforeMs;
    };
    expect(await shortestOf(3, RESTART_RATIO, ratio)).toBeLessThan(RESTART_RATIO);
    expect((await fetch((await share()).url)).status).toBe(200);
  });

  test("restarts the embedded database when it is killed; until then calls return 503, and SIGTERM stops everything", async () => {
    const hop = await take();
    const lockFile = path.join(dataDir, "postgres", "postmaster.pid");
    /** NaN while there is none. */
    const postmaster = () => {
      try {
        return Number.parseInt(readFileSync(lockFile, "utf8"), 10);
      } catch {
        return Number.NaN;
      }
    };
    const first = postmaster();
    const statuses = new Set<number>();
    let isAsking = true;
    const asking = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isAsking)
          statuses.add((await fetch(`${hop.url}/api/auth/user`, { headers: { Cookie: SESSION } })).status);
      }),
    );
    // Its children may end in the meantime.
    for (const pid of withDescendants(first)) signal(pid, "SIGKILL");
    await expect.poll(() => postmaster() > 0 && postmaster() !== first).toBe(true);
    await expect.poll(async () => (await (await fetch(`${hop.url}/health/ready`)).json()).status).toBe("ready");
    await expect.poll(() => statuses.has(401)).toBe(true);
    isAsking = false;
    await asking;
    expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
    process.kill(postmaster(), "SIGKILL");
    expect(await hop.stop()).toBe(0);
    await expect.poll(running).toEqual([]);
  });
});

test.describe("with two front processes, an external database and an https base URL", () => {
  const secret = "a test secret that is long enough";
  let hop: Hop;
  let dataDir: string;
  test.beforeAll(async () => {
    dataDir = path.join(folder, "cluster");
    hop = await startHop({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: await createDatabase(),
      BASE_URL: "https://hop.example",
      SMTP_HOST: "",
      SMTP_PASSWORD: "mail password",
      AUTH_SECRET: secret,
      WEB_CONCURRENCY: "2",
    });
  });
  test.afterAll(async () => {
    expect(await hop.stop()).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  });

  test("starts no database if DATABASE_URL names one", () => {
    expect(hop.output()).toMatch(/Database: Postgres \d+\.\d+\n/);
    expect(processesOf(path.join(dataDir, "postgres"))).toEqual([]);
    expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
  });

  test("with an https base URL, the dashboard sends HSTS and short links do not", async () => {
    const hstsOf = async (target: string) =>
      (await fetch(hop.url + target, { redirect: "manual" })).headers.get("strict-transport-security");
    for (const target of ["/", "/no/such/page", "/api/auth/user", "/api/v1/openapi.json", "/icon.svg"]) {
      expect(await hstsOf(target), target).toBe("max-age=31536000");
    }
    expect(await hstsOf("/unknown-code")).toBeNull();
  });

  const rolesOf = (role: string) =>
    descendantsOf(hop.process.pid ?? 0).flatMap(({ pid, command }) => (command.includes(`${role}.mjs`) ? pid : []));
  const readProc = (role: string, file: string) => {
    const [one] = rolesOf(role);
    return readFileSync(`/proc/${one}/${file}`, "utf8");
  };

  test("the app loads no compiler", () => {
    test.skip(process.platform !== "linux", "reads /proc");
    expect(readProc("app", "maps")).toContain("libstdc++");
    expect(readProc("app", "maps")).not.toMatch(/swc|esbuild/);
  });

  test("the front gets only the secrets that it needs", () => {
    test.skip(process.platform !== "linux", "reads /proc");
    const environmentOf = (role: string) => readProc(role, "environ").split("\0");
    expect(environmentOf("app")).toEqual(
      expect.arrayContaining([`AUTH_SECRET=${secret}`, "SMTP_PASSWORD=mail password"]),
    );
    expect(environmentOf("front")).toEqual(expect.arrayContaining([expect.stringMatching(/^DATABASE_URL=/)]));
    expect(
      environmentOf("front").filter((line) => /^(?:AUTH_SECRET|SMTP_)|mail password|test secret/.test(line)),
    ).toEqual([]);
  });

  test("they share the port, and one that is killed is replaced", async () => {
    const fronts = () => rolesOf("front");
    const [first, second] = fronts();
    process.kill(first ?? 0, "SIGKILL");
    for (let i = 0; i < 50; i++) expect(await statusOf(`${hop.url}/health/live`)).toBe(200);
    await expect.poll(() => fronts().filter((pid) => pid !== first)).toHaveLength(2);
    expect(fronts()).toContain(second);
  });
});

test("each role runs on its own with an external database", async ({ baseURL }) => {
  const port = await freePort();
  // Uses its own database: the worker, which has no mail server, would claim the mail jobs of other tests.
  const databaseUrl = await createDatabase();
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const variables = {
    PORT: String(port),
    DATA_DIR: path.join(folder, "alone"),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
  };
  const roles = (["front", "app", "worker"] as const).map((role) => spawnRole(role, variables));
  const url = `http://localhost:${port}`;
  await expect(async () => expect((await fetch(url)).status).toBe(200)).toPass({ timeout: START_TIMEOUT_MS });
  const code = uniqueCode("alone");
  const { rows } = await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     SELECT gen_random_uuid(), $1, $2, id, now() FROM users LIMIT 1 RETURNING id`,
    [code, baseURL],
  );
  expect((await visit(`${url}/${code}`)).status).toBe(302);
  const countOf = async () =>
    (await database.query("SELECT click_count::int FROM short_urls WHERE id = $1", [rows[0].id])).rows;
  await expect.poll(countOf).toEqual([{ click_count: 1 }]);
  await database.end();
  for (const role of roles) expect(await stopRole(role)).toBe(0);
});
