import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test, uniqueCode } from "@/e2e/fixtures";
import { freePort, spawnHop, spawnRole, startHop } from "@/e2e/hop";
import { awaitEmbeddedPostgres } from "@/server/embedded-postgres";

test.describe.configure({ mode: "serial" });

/** Nobody's, which the database must be asked about. */
const SESSION = `hop.session=${"0".repeat(64)}`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-start-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A start that is to fail: what it said on standard error, and its exit code. */
async function failingStart(variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawnHop({ PORT: String(await freePort()), DATA_DIR: path.join(folder, "unused"), ...variables });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const [code] = await once(child, "exit");
  return { code: code as number, said };
}

/** Processes of this installation, by its data folder. */
function processesOf(dataDir: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(dataDir));
}

test.describe("a start that cannot succeed says why in one line, and leaves nothing running", () => {
  test("the port is taken", async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, "0.0.0.0", resolve));
    const { code, said } = await failingStart({ PORT: String(port) });
    other.close();
    expect(said).toBe(`Port ${port} is already in use: set PORT to another.\n`);
    expect(code).toBe(1);
  });

  test("the database does not answer", async () => {
    const { code, said } = await failingStart({ DATABASE_URL: `postgresql://hop@127.0.0.1:${await freePort()}/hop` });
    expect(said).toMatch(/^DATABASE_URL: the database does not answer \(.*ECONNREFUSED.*\)\.\n$/);
    expect(code).toBe(1);
  });

  test("the data folder cannot be made", async () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    const { code, said } = await failingStart({ DATA_DIR: path.join(file, "data") });
    expect(said).toBe(`DATA_DIR: ${path.join(file, "data")} cannot be written (ENOTDIR).\n`);
    expect(code).toBe(1);
  });

  test("the data folder is on a file system that takes none", async () => {
    test.skip(process.platform !== "linux", "needs /proc");
    const { code, said } = await failingStart({ DATA_DIR: "/proc/hop/data" });
    expect(said).toBe("DATA_DIR: /proc/hop/data cannot be written (ENOENT).\n");
    expect(code).toBe(1);
  });

  for (const name of ["auth-secret", "postgres-password", "postgres-app-password"]) {
    test(`the file ${name} is empty`, async () => {
      const dataDir = path.join(folder, `empty-${name}`);
      mkdirSync(dataDir);
      writeFileSync(path.join(dataDir, name), "");
      const { code, said } = await failingStart({ DATA_DIR: dataDir });
      expect(said).toMatch(new RegExp(`^DATA_DIR: ${path.join(dataDir, name)} is empty: [^\\n]+\\n$`));
      expect(code).toBe(78);
      expect(processesOf(dataDir)).toEqual([]);
    });
  }

  for (const role of ["front", "app", "worker"] as const) {
    test(`the data folder of a ${role} alone is on a file system that takes none`, async () => {
      test.skip(process.platform !== "linux", "needs /proc");
      const child = spawnRole(role, { DATA_DIR: "/proc/hop", DATABASE_URL: "postgresql://x@127.0.0.1:1/x" }, "pipe");
      let said = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
      });
      const [code] = await once(child, "exit");
      expect(said).toMatch(/^DATA_DIR: \/proc\/hop\S* cannot be written \(ENOENT\)\n$/);
      expect(code).toBe(78);
    });
  }

  for (const host of ["192.0.2.1", "no-such-host.invalid"]) {
    test(`HOST is no address of this machine: ${host}`, async () => {
      const { code, said } = await failingStart({ HOST: host });
      expect(said).toMatch(
        new RegExp(`^HOST: must be an address of this machine; ${host} is not \\(E[A-Z_]+\\)\\.\\n$`),
      );
      expect(code).toBe(78);
    });
  }

  test("GEOIP_FILE is missing, or no database", async () => {
    for (const file of [path.join(folder, "nowhere.mmdb"), "package.json"]) {
      const { code, said } = await failingStart({ GEOIP_FILE: file });
      expect(said).toMatch(/^GEOIP_FILE: must be a database of countries in MMDB format; [^\n]+ is not \([^\n]+\)\n$/);
      expect(code).toBe(78);
    }
  });

  test("BASE_URL has a path", async () => {
    const { code, said } = await failingStart({ BASE_URL: "https://hop.example/links" });
    expect(said).toBe("BASE_URL: must be an address such as https://hop.example: a path is not allowed\n");
    expect(code).toBe(78);
  });

  test("variables are wrong: one line each", async () => {
    const { code, said } = await failingStart({ PORT: "http", ADMIN_EMAIL: "nobody", BASE_URL: "ftp://hop.example" });
    expect(said.trim().split("\n")).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^BASE_URL: must be a http:\/\/ or https:\/\/ address$/),
      expect.stringMatching(/^ADMIN_EMAIL: /),
    ]);
    expect(code).toBe(78);
  });

  test.afterAll(() => expect(processesOf(path.join(folder, "unused"))).toEqual([]));
});

test.describe("a running installation", () => {
  const variables = async () => ({
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "data"),
    SMTP_HOST: "",
  });

  test("prints a link that signs the first administrator in, behind a button", async ({ page }) => {
    const hop = await startHop(await variables());
    const link = /http:\S+\/auth\/verify\/\w+/.exec(hop.output())?.[0] ?? "";
    expect(hop.output()).toContain("Sign in as admin@example.com");
    expect(hop.output()).toMatch(/Database: Postgres \d+\.\d+ \(embedded\)/);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
    expect(await hop.stop()).toBe(0);
  });

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    test(`ends with everything it started on ${signal}`, async () => {
      const hop = await startHop(await variables());
      expect(processesOf(path.join(folder, "data")).length).toBeGreaterThan(0);
      const exited = once(hop.process, "exit");
      hop.process.kill(signal);
      const [code] = await exited;
      expect(code).toBe(0);
      expect(processesOf(path.join(folder, "data"))).toEqual([]);
      await expect(fetch(hop.url)).rejects.toThrow();
    });
  }

  test("a start that is broken off leaves nothing running, at whatever moment", async () => {
    for (const milliseconds of [100, 250, 400, 600, 900, 1_400]) {
      const starting = spawnHop(await variables());
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const exited = once(starting, "exit");
      starting.kill("SIGTERM");
      await exited;
      expect(processesOf(path.join(folder, "data")), `after ${milliseconds} ms`).toEqual([]);
    }
  });

  test("ends with everything on Ctrl-C, which reaches every process of the terminal", async () => {
    const hop = await startHop(await variables(), "npm");
    process.kill(-(hop.process.pid ?? 0), "SIGINT");
    await expect.poll(() => processesOf(path.join(folder, "data")), { timeout: 10_000 }).toEqual([]);
    await expect(fetch(hop.url)).rejects.toThrow();
  });

  test("ends with everything when npm is told to end", async () => {
    const hop = await startHop(await variables(), "npm");
    hop.process.kill("SIGTERM");
    await expect.poll(() => processesOf(path.join(folder, "data")), { timeout: 10_000 }).toEqual([]);
    await expect(fetch(hop.url)).rejects.toThrow();
  });

  test("starts again in seconds after it was killed, with its database taken over", async () => {
    const first = await startHop(await variables());
    first.process.kill("SIGKILL");
    await once(first.process, "exit");
    const started = Date.now();
    const second = await startHop(await variables());
    expect(Date.now() - started).toBeLessThan(15_000);
    expect((await fetch(second.url)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await expect.poll(() => processesOf(path.join(folder, "data"))).toEqual([]);
  });

  test("refuses a second start on its data folder", async () => {
    const hop = await startHop(await variables());
    const { code, said } = await failingStart({ DATA_DIR: path.join(folder, "data") });
    expect(said).toContain("is used by a Hop that runs already");
    expect(code).toBe(1);
    expect((await fetch(hop.url)).status).toBe(200);
    expect(await hop.stop()).toBe(0);
  });

  test("starts no database of its own where DATABASE_URL names one", async () => {
    const first = await startHop(await variables());
    const url = process.env.E2E_DATABASE_URL ?? "";
    const own = path.join(folder, "external");
    const second = await startHop({ ...(await variables()), DATA_DIR: own, DATABASE_URL: url });
    expect(processesOf(path.join(own, "postgres"))).toEqual([]);
    expect(await second.stop()).toBe(0);
    expect(await first.stop()).toBe(0);
  });

  test("a role that is killed comes back", async () => {
    const hop = await startHop(await variables());
    const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(hop.process.pid)], { encoding: "utf8" });
    for (const line of children.split("\n").filter((text) => text.includes("dist/server"))) {
      process.kill(Number.parseInt(line, 10), "SIGKILL");
    }
    await expect(async () => expect((await fetch(hop.url)).status).toBe(200)).toPass({ timeout: 15_000 });
    expect(await hop.stop()).toBe(0);
  });

  test("restarts the embedded database when it is killed; meanwhile calls say 503, and SIGTERM stops everything", async () => {
    const dataDir = path.join(folder, "data");
    const hop = await startHop(await variables());
    const lockFile = path.join(dataDir, "postgres", "postmaster.pid");
    const postmaster = () => Number.parseInt(readFileSync(lockFile, "utf8"), 10);
    const first = postmaster();
    const statuses = new Set<number>();
    let isAsking = true;
    const asking = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isAsking)
          statuses.add((await fetch(`${hop.url}/api/auth/user`, { headers: { Cookie: SESSION } })).status);
      }),
    );
    for (const pid of [first, ...childrenOf(first)]) process.kill(pid, "SIGKILL");
    await expect.poll(() => existsSync(lockFile) && postmaster()).not.toBe(first);
    await expect.poll(async () => (await (await fetch(`${hop.url}/health/ready`)).json()).status).toBe("ready");
    await expect.poll(() => statuses.has(401)).toBe(true);
    isAsking = false;
    await asking;
    expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
    process.kill(postmaster(), "SIGKILL");
    expect(await hop.stop()).toBe(0);
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });

  test("starts, signs in and counts with a stored base URL that has a path, or is none", async () => {
    const dataDir = path.join(folder, "data");
    for (const [stored, usable] of [
      ["https://hop.example/links", "https://hop.example"],
      ["nonsense", /http:\/\/localhost:\d+/.source],
    ] as const) {
      const first = await startHop(await variables());
      const client = new pg.Client({ connectionString: await awaitEmbeddedPostgres(dataDir) });
      await client.connect();
      await client.query(
        "INSERT INTO settings VALUES ('base_url', $1, now()) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [stored],
      );
      await client.query(
        `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
         SELECT gen_random_uuid(), 'counted', 'https://example.com/', id, now() FROM users LIMIT 1 ON CONFLICT DO NOTHING`,
      );
      await client.end();
      expect(await first.stop()).toBe(0);
      const second = await startHop(await variables());
      expect(second.output()).toMatch(new RegExp(`${usable}/auth/verify/`));
      const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
      expect((await fetch(`${second.url}/counted`, { redirect: "manual", headers })).status).toBe(302);
      const again = new pg.Client({ connectionString: await awaitEmbeddedPostgres(dataDir) });
      await again.connect();
      const count = () => again.query("SELECT click_count::int AS count FROM short_urls WHERE short_code = 'counted'");
      await expect.poll(async () => (await count()).rows[0].count).toBeGreaterThan(0);
      await again.query("UPDATE short_urls SET click_count = 0; DELETE FROM settings WHERE key = 'base_url'");
      await again.end();
      expect(await second.stop()).toBe(0);
    }
  });

  test("gives the front no secret that it does not need", async () => {
    test.skip(process.platform !== "linux", "reads /proc");
    const secret = "the secret of a test, which is long enough";
    const hop = await startHop({ ...(await variables()), AUTH_SECRET: secret, SMTP_PASSWORD: "mail password" });
    const environmentOf = (role: string) => {
      const pid = childrenOf(hop.process.pid ?? 0).find((child) => nameOf(child).includes(`${role}.mjs`));
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    };
    expect(environmentOf("app")).toEqual(
      expect.arrayContaining([`AUTH_SECRET=${secret}`, "SMTP_PASSWORD=mail password"]),
    );
    expect(environmentOf("front")).toEqual(expect.arrayContaining([expect.stringMatching(/^DATABASE_URL=/)]));
    expect(
      environmentOf("front").filter((line) => /^(?:AUTH_SECRET|SMTP_)|mail password|secret of a test/.test(line)),
    ).toEqual([]);
    expect(await hop.stop()).toBe(0);
  });

  test("two front processes share the port, and one that is killed is replaced", async () => {
    const hop = await startHop({ ...(await variables()), WEB_CONCURRENCY: "2" });
    const fronts = () => childrenOf(childrenOf(hop.process.pid ?? 0).find((pid) => nameOf(pid).includes("front")) ?? 0);
    const [first, second] = fronts();
    process.kill(first ?? 0, "SIGKILL");
    for (let i = 0; i < 50; i++) expect((await fetch(`${hop.url}/health/live`)).status).toBe(200);
    await expect.poll(fronts).toHaveLength(2);
    expect(fronts()).toContain(second);
    expect(await hop.stop()).toBe(0);
    expect(processesOf(path.join(folder, "data"))).toEqual([]);
  });
});

test("at an https address, the dashboard tells browsers to stay with https, and short links do not", async () => {
  const port = String(await freePort());
  const variables = {
    PORT: port,
    DATA_DIR: path.join(folder, "https"),
    SMTP_HOST: "",
    BASE_URL: "https://hop.example",
  };
  const hop = await startHop(variables);
  const hstsOf = async (target: string) =>
    (await fetch(hop.url + target, { redirect: "manual" })).headers.get("strict-transport-security");
  for (const target of ["/", "/no/such/page", "/api/auth/user", "/api/v1/openapi.json", "/icon.svg"]) {
    expect(await hstsOf(target), target).toBe("max-age=31536000");
  }
  expect(await hstsOf("/unknown-code")).toBeNull();
  expect(await hop.stop()).toBe(0);
});

test("each role runs alone, on a database that is there", async ({ database, createUser, baseURL }) => {
  const port = await freePort();
  const variables = {
    PORT: String(port),
    DATA_DIR: path.join(folder, "alone"),
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    LOG_LEVEL: "warn",
  };
  const roles = (["front", "app", "worker"] as const).map((role) => spawnRole(role, variables));
  const url = `http://localhost:${port}`;
  await expect(async () => expect((await fetch(url)).status).toBe(200)).toPass({ timeout: 30_000 });
  const { id: userId } = await createUser();
  const code = uniqueCode("alone");
  const { rows } = await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, now()) RETURNING id`,
    [code, baseURL, userId],
  );
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  expect((await fetch(`${url}/${code}`, { redirect: "manual", headers })).status).toBe(302);
  await expect(async () => {
    const counted = await database.query("SELECT click_count::int FROM short_urls WHERE id = $1", [rows[0].id]);
    expect(counted.rows).toEqual([{ click_count: 1 }]);
  }).toPass();
  for (const role of roles) {
    role.kill("SIGTERM");
    const [code] = await once(role, "exit");
    expect(code).toBe(0);
  }
});

function childrenOf(pid: number): number[] {
  try {
    const lines = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    return lines.trim().split("\n").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function nameOf(pid: number): string {
  return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
}
