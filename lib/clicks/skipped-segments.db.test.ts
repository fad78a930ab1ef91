import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { recordDrained } from "@/lib/clicks/backlog";
import { drainSpool } from "@/lib/clicks/drain";
import { encodeClick } from "@/lib/clicks/record";
import { segmentKey } from "@/lib/clicks/segments";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const LOCK = "SELECT position FROM spool_positions FOR UPDATE";
const MOVE = "UPDATE spool_positions SET position = position + 1";

let folder: string;
let file: string;
let line: string;
let holder: pg.PoolClient;
const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-skipped-"));
  file = path.join(folder, `${Date.now()}-${process.pid}-0-test.open`);
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/page" });
  const { id } = await createUrl(await createUser(), input);
  line = encodeClick(recordedClick(id, Date.now()));
  writeFileSync(file, line);
  await drainSpool(pool(), folder);
  holder = await pool().connect();
  warn.mockClear();
});

afterEach(async () => {
  await holder.query("ROLLBACK");
  holder.release();
  rmSync(folder, { recursive: true, force: true });
});

/** Drains twice, 31 seconds apart. */
async function drainFor31Seconds(meanwhile: () => void = () => undefined): Promise<void> {
  await drainSpool(pool(), folder);
  meanwhile();
  const later = performance.now() + 31_000;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => later);
  await drainSpool(pool(), folder);
  await drainSpool(pool(), folder);
  clock.mockRestore();
}

test.each([LOCK, MOVE])("a session that hangs after %s is named once clicks have waited for it", async (query) => {
  await holder.query("BEGIN");
  await holder.query(query);
  appendFileSync(file, line);
  await drainFor31Seconds();
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  expect(warn.mock.calls).toEqual([
    [
      {
        what: "storing clicks",
        blocker: expect.objectContaining({ pid: rows[0]?.pid, state: "idle in transaction", query }),
      },
      "waiting for a lock in the database",
    ],
  ]);
});

test("another worker that is storing the clicks of a segment is not reported", async () => {
  await holder.query("BEGIN");
  await holder.query(LOCK);
  appendFileSync(file, line + line);
  const key = segmentKey(path.basename(file));
  await drainFor31Seconds(() => recordDrained(folder, key, 2 * line.length));
  expect(warn).not.toHaveBeenCalled();
});

test("nor is one that has a segment without waiting clicks", async () => {
  const { pid } = process;
  const other = path.join(folder, `${Date.now()}-${pid}-1-test.open`);
  writeFileSync(other, line);
  await pool().query("INSERT INTO spool_positions (segment, position) VALUES ($1, $2)", [
    segmentKey(path.basename(other)),
    line.length,
  ]);
  recordDrained(folder, segmentKey(path.basename(other)), line.length);
  await holder.query("BEGIN");
  await holder.query(LOCK);
  await drainFor31Seconds();
  expect(warn).not.toHaveBeenCalled();
});
