import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { createDatabase } from "@/e2e/database";
import { expect, expectHydrated, insertUser, test, uniqueCode } from "@/e2e/fixtures";
import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { inTransaction } from "@/lib/db/transaction";

test.describe.configure({ mode: "serial", timeout: 600_000 });

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-demo-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command and collects its output. */
function spawnCommand(
  command: string[],
  variables: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ["server/bootstrap/hop.mjs", ...command], {
    // Three batches of clicks.
    env: { ...process.env, DATABASE_URL: "", HOP_DEMO_CLICKS: "24000", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return { child, output: () => output };
}

/** Runs a command and returns its output and exit code. */
async function run(command: string[], variables: Record<string, string>): Promise<{ code: number; output: string }> {
  const { child, output } = spawnCommand(command, variables);
  const [code] = await once(child, "close");
  return { code: code as number, output: output() };
}

const runDemo = (variables: Record<string, string>) => run(["demo"], variables);

test("npm run demo, interrupted at any moment, leaves no database running", async () => {
  const DATA_DIR = path.join(folder, "data");
  const moments = [() => existsSync(path.join(DATA_DIR, "postgres/postmaster.pid")), (output: string) => output !== ""];
  for (const isMoment of moments) {
    const { child, output } = spawnCommand(["demo"], { DATA_DIR, HOP_DEMO_CLICKS: "" });
    await expect.poll(() => isMoment(output()), { intervals: [20] }).toBe(true);
    const exited = once(child, "exit");
    child.kill("SIGINT");
    expect(await exited, output()).toEqual([130, null]);
    expect(output()).not.toContain("ready");
    expect(existsSync(path.join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
  }
});

test("npm run demo fills an empty installation, including an interrupted one, and refuses any other", async () => {
  const DATA_DIR = path.join(folder, "data");
  const first = await runDemo({ DATA_DIR });
  expect(first, first.output).toMatchObject({ code: 0, output: expect.stringContaining("The sample data is ready.") });
  const second = await runDemo({ DATA_DIR });
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/^The database already has 24 users, 6 groups, \d+ links, clicks\. .+\n$/);
});

test("npm run demo refuses while Hop is running", async () => {
  const DATA_DIR = path.join(folder, "running");
  mkdirSync(DATA_DIR);
  writeFileSync(path.join(DATA_DIR, "hop.pid"), `${process.pid}\n`);
  const { code, output } = await runDemo({ DATA_DIR });
  expect(code).toBe(1);
  expect(output).toBe(
    `DATA_DIR: ${DATA_DIR} is already in use by another Hop (process ${process.pid}). Stop it with Ctrl-C, run npm run demo again, then npm start.\n`,
  );
});

test("npm run demo refuses databases on other machines", async () => {
  const { code, output } = await runDemo({ DATABASE_URL: "postgresql://hop@db.example/hop" });
  expect([code, output]).toEqual([1, "DATABASE_URL: sample data is only written to a database on this machine.\n"]);
});

/** Inserts a link with a click from an address. */
async function insertVisit(database: pg.Pool, userId: string, ip: string): Promise<string> {
  const urlId = uuidv7();
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     VALUES ($1, $2, 'https://example.com/', $3, now())`,
    [urlId, uniqueCode("visited"), userId],
  );
  const clicks = await enrichClicks(database, [recordedClick(urlId, Date.now(), { ip })]);
  await inTransaction(database, (client) => storeClicks({ pool: database, client }, clicks));
  return urlId;
}

test("npm run rollups:rebuild recounts clicks and corrects the counters of links", async () => {
  const DATABASE_URL = await createDatabase();
  const database = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  await insertVisit(database, (await insertUser(database)).id, "203.0.113.9");
  await database.query("UPDATE short_urls SET click_count = 7");
  const { code, output } = await run(["rollups", "rebuild"], { DATABASE_URL });
  expect([code, output.split("\n").at(-2)]).toEqual([0, "Recounted 1 day; corrected 1 link counter."]);
  await database.end();
});

test("npm run clicks:delete removes a visitor's clicks while Hop is running", async ({
  createUser,
  database,
  mailFolder,
}) => {
  const DATA_DIR = path.join(path.dirname(mailFolder), "data");
  const urlId = await insertVisit(database, (await createUser()).id, "2001:db8::de1e");
  const countOf = async () => (await database.query("SELECT click_count FROM short_urls WHERE id = $1", [urlId])).rows;
  expect(await countOf()).toEqual([{ click_count: "1" }]);
  const command = ["clicks", "delete", "--address", "2001:DB8:0::DE1E"];
  expect(await run(command, { DATA_DIR })).toEqual({ code: 0, output: "1 click deleted.\n" });
  expect(await countOf()).toEqual([{ click_count: "0" }]);
});

test("npm run users:erase asks for confirmation and erases a user while Hop is running", async ({
  createUser,
  database,
  mailFolder,
  signInAs,
  page,
}) => {
  const DATA_DIR = path.join(path.dirname(mailFolder), "data");
  const user = await createUser();
  await signInAs(user);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const command = ["users", "erase", "--email", user.email];
  expect(await run(command, { DATA_DIR })).toEqual({
    code: 1,
    output: "Add --yes to confirm, or run this command in a terminal.\n",
  });
  expect(await run([...command, "--yes"], { DATA_DIR })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The user was erased\.\nChanged \d+ audit entr(y|ies), deleted \d+ background jobs?\.\n$/,
    ),
  });
  const { rows } = await database.query("SELECT email, status FROM users WHERE id = $1", [user.id]);
  expect(rows).toEqual([{ email: `erased-${user.id}@erased.invalid`, status: "deleted" }]);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Send Magic Link" })).toBeVisible();
});

test("hop doctor passes a running installation and reports the problems of a broken one", async ({
  mailFolder,
  baseURL,
}) => {
  const variables = { DATA_DIR: path.join(path.dirname(mailFolder), "data"), PORT: new URL(baseURL ?? "").port };
  const names = ["build", "configuration", "data folder", "database", "secret", "mail server"];
  // A process that does not answer for five seconds is a problem.
  await expect(async () => {
    const { code, output } = await run(["doctor", "--json"], variables);
    const { ok, checks } = JSON.parse(output);
    const problems = checks.filter(({ status }: { status: string }) => status === "problem");
    expect({ code, ok, problems }).toEqual({ code: 0, ok: true, problems: [] });
    expect(checks.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
  }).toPass();
  expect(await run(["doctor"], { ...variables, PORT: "http", AUTH_SECRET_FILE: "/nowhere" })).toEqual({
    code: 78,
    output: expect.stringMatching(
      /PROBLEM {2}configuration: AUTH_SECRET_FILE: .*\n.*-> .*\nPROBLEM {2}configuration: PORT: /,
    ),
  });
});

test("a failing command with --json prints its error as JSON", async () => {
  const { code, output } = await run(["rollups", "rebuild", "--json"], {
    DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop",
  });
  expect([code, JSON.parse(output)]).toEqual([
    1,
    { error: expect.stringMatching(/^The database is unavailable \(.+\)\.$/) },
  ]);
});

test("npm run sign-in-link prints a working link while Hop is running and audits it", async ({
  page,
  createUser,
  database,
  mailFolder,
  baseURL,
}) => {
  const DATA_DIR = path.join(path.dirname(mailFolder), "data");
  const PORT = new URL(baseURL ?? "").port;
  const admin = await createUser({ role: "overall_admin" });
  const { code, output } = await run(["sign-in-link", admin.email], { DATA_DIR, PORT });
  expect(code, output).toBe(0);
  expect(output).toMatch(
    new RegExp(
      `^Open this link within 10 minutes to sign in as ${admin.email}\\. It works once\\.\\n${baseURL}/auth/verify/[0-9a-f]{64}\\n$`,
    ),
  );
  await page.goto(output.trim().split("\n").at(-1) ?? "");
  await expectHydrated(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  const { rows } = await database.query(
    "SELECT actor_id, actor_label, action FROM audit_entries WHERE subject_id = $1",
    [admin.id],
  );
  expect(rows).toEqual([{ actor_id: null, actor_label: "Operator", action: "user.sign_in_link" }]);
});

test("npm run sign-in-link fails with one line", async ({ createUser, mailFolder }) => {
  const DATA_DIR = path.join(path.dirname(mailFolder), "data");
  const paused = await createUser({ status: "paused" });
  const empty = path.join(folder, "empty");
  for (const [args, dataDir, output] of [
    [[paused.email], DATA_DIR, `${paused.email} is paused and cannot sign in.\n`],
    [
      [paused.email],
      empty,
      `AUTH_SECRET is unset and there is no ${empty}/auth-secret: run this with the variables that Hop runs with.\n`,
    ],
  ] as const) {
    expect(await run(["sign-in-link", ...args], { DATA_DIR: dataDir })).toEqual({ code: 1, output });
  }
});
