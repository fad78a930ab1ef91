import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findDueSlot, readBackupState } from "@/lib/backup-schedule/queries";
import { CHILD, runScheduledBackups } from "@/lib/backup-schedule/run";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";
import { awaitRoom } from "@/lib/testing/await-room";
import { until } from "@/lib/testing/until";

let folder: string;
let stopping: AbortController;
// At the end of the period, the next backup would be due.
beforeEach(() => awaitRoom("backup"));
beforeEach(async () => {
  stopping = new AbortController();
  log.level = "silent";
  folder = mkdtempSync(path.join(tmpdir(), "hop-run-"));
  Object.assign(env(), { BACKUP_TO: folder });
  await pool().query("TRUNCATE backups");
});
afterEach(() => {
  // Stops what a failed test has started.
  stopping.abort();
  rmSync(folder, { recursive: true });
});

/** Pids of the processes that were started. */
function readPids(): number[] {
  const file = path.join(folder, "pids");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

function runBackups(file: string, pollMs: number): Promise<void> {
  Object.assign(CHILD, { file, pollMs });
  return runScheduledBackups(stopping.signal);
}

/** A process that records its pid, and then does something other than a backup. */
function processThat(does: string): string {
  const file = path.join(folder, "process.mjs");
  const note = `appendFileSync(${JSON.stringify(path.join(folder, "pids"))}, process.pid + "\\n");`;
  writeFileSync(file, `import { appendFileSync } from "node:fs"; ${note} ${does};`);
  return file;
}

test("a process that makes no backup and does not end is killed, and the next one starts after a pause", async () => {
  const file = processThat('process.kill(process.pid, "SIGSTOP")');
  const running = runBackups(file, 200);
  await until(async () => (await readBackupState(pool())).failedAttempts > 0);
  // On a busy machine, a process may be killed before it has recorded its pid.
  await until(async () => {
    await pool().query("UPDATE backups SET retry_at = now() - interval '1 second'");
    return readPids().length >= 2;
  });
  const [first = 0] = readPids();
  expect(isProcessAlive(first)).toBe(false);
  stopping.abort();
  await running;
  expect(readPids().some(isProcessAlive)).toBe(false);
});

test("a backup's process gets the keys of its bucket, but no secrets that it doesn't need", async () => {
  const variables = { AUTH_SECRET: "s", SMTP_PASSWORD: "s", AWS_SECRET_ACCESS_KEY: "s" };
  Object.assign(process.env, variables);
  const names = JSON.stringify(Object.keys(variables));
  const file = processThat(
    `appendFileSync(${JSON.stringify(path.join(folder, "set"))}, ${names}.filter((name) => name in process.env).join())`,
  );
  const running = runBackups(file, 5_000);
  await until(async () => existsSync(path.join(folder, "set")));
  stopping.abort();
  await running;
  for (const name of Object.keys(variables)) delete process.env[name];
  expect(readFileSync(path.join(folder, "set"), "utf8")).toBe("AWS_SECRET_ACCESS_KEY");
});

test.each(["process.exit(1)", 'process.kill(process.pid, "SIGKILL")'])(
  "a process that ends before its attempt, by %s, is a failure, with a growing pause",
  async (does) => {
    const file = processThat(does);
    for (const pause of [1, 2]) {
      stopping = new AbortController();
      const running = runBackups(file, 50);
      await until(async () => (await readBackupState(pool())).failedAttempts >= pause);
      stopping.abort();
      await running;
      expect(await findDueSlot(pool(), folder)).toBeNull();
      const { rows } = await pool().query(
        "SELECT round(extract(epoch FROM retry_at - now()) / 60)::int AS pause FROM backups",
      );
      expect(rows).toEqual([{ pause }]);
      await pool().query("UPDATE backups SET retry_at = now() - interval '1 second'");
    }
    expect((await readBackupState(pool())).failure?.message).toMatch(/exited without a result/);
  },
);
