import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { assertExecutable, findReason, findSetUpReason } from "@/server/postgres/cluster";

const AT = "2026-05-31 12:00:00.000 UTC [7]";
const FULL = `${AT} PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device`;

describe("the reason why the embedded Postgres does not start", () => {
  test.each([
    "the database system is starting up",
    "the database system is not yet accepting connections",
    "the database system is in recovery mode",
    "the database system is shutting down",
  ])("is not what it answers meanwhile: %s", (answer) => {
    const refused = `${AT} FATAL:  ${answer}\n${AT} DETAIL:  Consistent recovery state has not been yet reached.`;
    const many = Array.from({ length: 20 }, () => refused).join("\n");
    expect(findReason(`${AT} LOG:  redo starts\n${FULL}\n${many}\n`)).toBe(FULL);
  });

  test("comes with its explanation", () => {
    const lock = `${AT} FATAL:  lock file "postmaster.pid" is empty`;
    const hint = `${AT} HINT:  Either another server is starting, or the lock file is the remnant of a previous crash.`;
    expect(findReason(`${lock}\n${hint}\n${AT} LOG:  database system is shut down\n`)).toBe(`${lock} ${hint}`);
  });

  test("is the last line if it doesn't name one", () => {
    expect(findReason(`${AT} LOG:  starting\n${AT} LOG:  received fast shutdown request\n`)).toBe(
      `${AT} LOG:  received fast shutdown request`,
    );
  });
});

test.each([
  [FULL, `${FULL}\nchild process exited with exit code 1`],
  ["child process was terminated by signal 9: Killed", "child process was terminated by signal 9: Killed"],
  ["initdb: error: invalid locale settings", "initdb: error: invalid locale settings"],
])("the reason why it could not be set up: %s", (reason, output) => {
  expect(findSetUpReason(`${output}\ninitdb: removing data directory "/data/postgres.unfinished-1"\n`)).toBe(reason);
});

test("programs that can't be executed are named with the remedy", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-noexec-"));
  const program = path.join(folder, "postgres");
  writeFileSync(program, "", { mode: 0o600 });
  expect(() => assertExecutable(program)).toThrow(
    `The embedded Postgres can't run from ${folder} (EACCES): its binaries are not executable; run npm ci, or set DATABASE_URL.`,
  );
  rmSync(folder, { recursive: true });
  expect(() => assertExecutable(process.execPath)).not.toThrow();
});
