import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleScript } from "@/lib/testing/bundle-script";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-output-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Line = {
  level: number;
  msg: string;
  name?: string;
  output?: string;
  repeated?: number;
  err?: { message: string };
};

/** Runs a script in a separate process; returns its output as log lines. */
async function run(script: string, variables: Record<string, string> = {}): Promise<{ text: string; lines: Line[] }> {
  const outfile = bundleScript(script, folder);
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, LOG_FORMAT: "json", ...variables };
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { env, encoding: "utf8" });
  const text = stdout + stderr;
  if (env.LOG_FORMAT !== "json") return { text, lines: [] };
  return {
    text,
    lines: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test("console output of packages and Node becomes log lines", async () => {
  const { lines } = await run(`
    import { logConsole } from "@/server/processes/process-output";
    logConsole();
    console.error(" ⨯", new Error("page failed\\nbadly"));
    console.warn("odd: %d", 7);
    console.log("banner of Next\\non two lines");
    process.emitWarning("old API", "DeprecationWarning");
  `);
  expect(lines).toMatchObject([
    { level: 50, msg: "⨯", err: { message: "page failed\nbadly" } },
    { level: 40, msg: "odd: 7" },
    { level: 40, msg: "Node.js warning", err: { message: "old API" } },
  ]);
});

test("a child's crash trace is wrapped line by line, and its log lines are left alone", async () => {
  const { lines } = await run(`
    import { spawn } from "node:child_process";
    import { forwardOutput } from "@/server/processes/process-output";
    const crash = 'process.stderr.write(JSON.stringify({ level: 30, msg: "mine" }) + "\\\\n"); null.x;';
    const child = spawn(process.execPath, ["-e", crash], { stdio: ["ignore", "inherit", "pipe"] });
    forwardOutput(child.stderr, "app");
  `);
  expect(lines[0]).toEqual({ level: 30, msg: "mine" });
  expect(lines.slice(1).every(({ level, name, msg }) => level === 50 && name === "app" && msg.length > 0)).toBe(true);
  expect(lines.map(({ output }) => output)).toContainEqual(
    expect.stringContaining("TypeError: Cannot read properties"),
  );
});

test.each(["json", "text"])("a process survives the reader of its output, with LOG_FORMAT=%s", async (format) => {
  const outfile = bundleScript(
    `
    import { log } from "@/lib/log";
    import { print } from "@/lib/print";
    import { startLog } from "@/server/processes/process-output";
    import { forwardOutput, printFailure } from "@/server/processes/process-output";
    startLog({ isSupervised: true });
    process.once("message", () => {
      forwardOutput(process.stdin, "app");
      for (let i = 0; i < 3; i++) {
        log.error("own line");
        printFailure(["failure"]);
        print("banner");
        setImmediate(() => console.error("of a package"));
      }
      process.stdin.once("end", () => setImmediate(() => process.exit(7)));
    });
    process.send("up");`,
    folder,
  );
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, LOG_FORMAT: format };
  const child = spawn(process.execPath, [outfile], { env, stdio: ["pipe", "pipe", "pipe", "ipc"] });
  const exited = once(child, "exit");
  await once(child, "message");
  for (const output of [child.stdout, child.stderr]) {
    output?.destroy();
    if (output) await once(output, "close");
  }
  child.stdin?.end('{"level":30,"msg":"of a role"}\nnot JSON\n');
  child.send("go");
  expect(await exited).toEqual([7, null]);
});

test("a process survives a full disk under the file of its log, and keeps little of what it can't write", async () => {
  const outfile = bundleScript(
    `
    import { log } from "@/lib/log";
    import { startLog } from "@/server/processes/process-output";
    startLog({ isSupervised: true });
    import { closeSync, openSync } from "node:fs";
    log.error("first");
    log.error("second");
    log.fatal("third");
    const heap = () => {
      gc();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let i = 0; i < 20_000; i++) log.error(String(i).padEnd(1_000));
    // Leaves no room for the shortest line.
    for (let i = 0; i < 1_000; i++) log.error(i.toString(36));
    process.exitCode = heap() - before < 5_000_000 ? 7 : 8;
    // The lowest free number: the file is standard error from now on.
    closeSync(2);
    openSync(process.argv[2] ?? "", "w");
    log.error("dropped");
    log.error("written");`,
    folder,
  );
  const file = path.join(folder, "stderr");
  const full = openSync("/dev/full", "a");
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH };
  const { status } = spawnSync(process.execPath, ["--expose-gc", outfile, file], {
    env,
    stdio: ["ignore", "ignore", full],
    timeout: 30_000,
  });
  closeSync(full);
  expect(status).toBe(7);
  expect(readFileSync(file, "utf8")).toMatch(/"msg":"first"[\s\S]*"msg":"written"/);
});

test("the reasons for a failed start are lines of the log, even with LOG_LEVEL=silent, or text in a terminal", async () => {
  const script = `
    import { printFailure } from "@/server/processes/process-output";
    printFailure(["PORT: must be a number", "HOST: must be a name"]);`;
  expect((await run(script, { LOG_LEVEL: "silent", PORT: "x" })).lines).toMatchObject([
    { level: 60, msg: "PORT: must be a number" },
    { level: 60, msg: "HOST: must be a name" },
  ]);
  expect((await run(script, { LOG_FORMAT: "text" })).text).toBe("PORT: must be a number\nHOST: must be a name\n");
});

test("all messages about an unavailable database share one line; other errors stay separate", async () => {
  const { lines, text } = await run(`
    import { markDatabaseError } from "@/lib/database-unavailable";
    import { log } from "@/lib/log";
    const reset = Object.assign(new Error("read"), { code: "ECONNRESET", syscall: "read" });
    for (let i = 0; i < 3; i++) log.warn({ err: reset }, "client gone");
    log.error({ err: Object.assign(new Error("statement timeout"), { code: "57014" }) }, "slow");
    const fields = { code: "ECONNREFUSED", client: { connection: "of pg" } };
    const err = markDatabaseError(Object.assign(new Error("connect"), fields));
    for (let i = 0; i < 50; i++) {
      log.warn({ err }, "draining failed");
      log.error({ err, requestId: i }, "database unavailable");
      log.warn({ host: "a" }, "no STARTTLS");
    }
    log.warn({ err: Object.assign(new Error("password refused"), { code: "28P01" }) }, "draining failed");
    for (const jobId of [1, 2]) log.error({ err, jobId }, "job failed permanently");
    for (const requestId of [1, 2]) log.error({ err: new Error("bug"), requestId }, "request failed");
    for (let i = 0; i < 3; i++) log.info({ channel: "links" }, "LISTEN connection restored");
  `);
  expect(lines[2]?.err).toMatchObject({ message: "connect", code: "ECONNREFUSED" });
  expect(text).not.toContain("of pg");
  // The latest one, which may differ from the first.
  expect(lines.find(({ repeated }) => repeated === 100)).toMatchObject({ reason: "password refused" });
  const said = lines.map(({ msg, repeated }) => (repeated ? `${msg} ${repeated}` : msg));
  expect(said).toEqual([
    "client gone",
    "slow",
    "draining failed",
    "no STARTTLS",
    "job failed permanently",
    "job failed permanently",
    "request failed",
    "request failed",
    "LISTEN connection restored",
    "client gone 2",
    "the database is unavailable: suppressing messages about it 100",
    "no STARTTLS 49",
    "LISTEN connection restored 2",
  ]);
});

test("the log begins with version and configuration, without secrets and addresses of people", async () => {
  const { lines, text } = await run(
    `
    import { startLog } from "@/server/processes/process-output";
    startLog({ isSupervised: false });
  `,
    {
      PORT: "3456",
      DATABASE_URL: "postgresql://hop:hunter2@db.example/hop",
      AUTH_SECRET: "hunter2".repeat(5),
      SMTP_PASSWORD: "hunter2",
      ADMIN_EMAIL: "ann@example.com",
      LOG_LEVEL: "info",
    },
  );
  expect(lines).toEqual([
    expect.objectContaining({
      msg: "starting",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      configuration: {
        PORT: 3456,
        DATABASE_URL: "set",
        ADMIN_EMAIL: "set",
        AUTH_SECRET: "set",
        SMTP_PASSWORD: "set",
        LOG_FORMAT: "json",
      },
    }),
  ]);
  expect(text).not.toMatch(/hunter2|ann@/);
});
