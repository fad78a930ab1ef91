import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { exclusively, onDatabase, runForOperator } from "@/server/command";

test("a command that must not run twice at once is refused while another one runs, and runs afterwards", async () => {
  let finish: () => void = () => undefined;
  const began = new Promise<void>((begin) => {
    void exclusively(pool(), "rebuild of the counts", () => {
      begin();
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
  });
  await began;
  const second = () => exclusively(pool(), "rebuild of the counts", async () => "done");
  await expect(second()).rejects.toThrow(
    "Another rebuild of the counts is running on this database. Wait until it has finished.",
  );
  expect(await exclusively(pool(), "something else", async () => "done")).toBe("done");
  finish();
  for (let result = ""; result !== "done"; ) result = await second().catch(() => "");
});

test("a command that fails leaves no lock", async () => {
  const fail = () => exclusively(pool(), "test", () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  for (let message = ""; message !== "failed"; ) {
    // Postgres releases the lock when it notices that the connection is closed.
    message = await fail().catch((error: Error) => (error.message.startsWith("Another") ? "" : error.message));
  }
});

test("an interrupted command removes what it has begun before the database is stopped and the process exits", async () => {
  const events: string[] = [];
  const exit = jest.spyOn(process, "exit").mockImplementation((code) => {
    events.push(`exit ${code}`);
    return undefined as never;
  });
  const open = async () => ({ databaseUrl: env().DATABASE_URL ?? "", stop: async () => void events.push("stop") });
  const work = (_pool: unknown, { shutdown }: { shutdown: AbortSignal }) => {
    setImmediate(() => process.emit("SIGTERM"));
    return new Promise<void>((_resolve, reject) => {
      const cleanUp = () => {
        events.push("cleaned up");
        reject(new Error("stopped"));
      };
      shutdown.addEventListener("abort", () => setImmediate(cleanUp));
    });
  };
  await onDatabase(open, work, { cleanUpMs: 60_000 });
  exit.mockRestore();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
  expect(events).toEqual(["cleaned up", "stop", "exit 143"]);
});

test("a command that is stopped in a transaction loses its locks after a minute", async () => {
  const open = async () => ({ databaseUrl: env().DATABASE_URL ?? "", stop: async () => undefined });
  const timeouts = await onDatabase(open, (own) =>
    queryRows(
      own,
      sql`SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('statement_timeout') AS statement`,
    ),
  );
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
  expect(timeouts).toEqual([{ idle: "1min", statement: "0" }]);
});

test("a table locked by another process is not a bug in Hop", async () => {
  const other = await pool().connect();
  await other.query("BEGIN; LOCK TABLE users");
  const exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  const said: string[] = [];
  const work = () => pool().query("BEGIN; SET LOCAL lock_timeout = '10ms'; SELECT FROM users");
  await runForOperator(
    async () => void (await work()),
    (lines) => said.push(...lines),
  );
  expect(said).toEqual([
    expect.stringMatching(/^A table is locked \(.*lock timeout\), .*: try again when that has finished\.$/),
  ]);
  expect(exit).toHaveBeenCalledWith(1);
  exit.mockRestore();
  await other.query("ROLLBACK");
  other.release();
});
