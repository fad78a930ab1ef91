import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { readBacklog } from "@/lib/clicks/backlog";
import { drainSpool } from "@/lib/clicks/drain";
import { encodeClick } from "@/lib/clicks/record";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOON = Date.UTC(2026, 4, 31, 12);

let folder: string;
let urlId: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-backlog-"));
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/page" });
  urlId = (await createUrl(await createUser(), input)).id;
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (at: number) =>
  encodeClick({
    id: uuidv7(),
    urlId,
    at,
    accessMethod: "direct",
    ip: null,
    referer: null,
    userAgent: "Firefox",
    country: null,
    language: null,
    placement: null,
    isPrefetch: false,
  });

test("an empty or missing folder has no backlog", async () => {
  const none = { waitingBytes: 0, waitingClicks: 0, oldestAt: null };
  expect(await readBacklog(folder)).toEqual(none);
  expect(await readBacklog(path.join(folder, "nowhere"))).toEqual(none);
});

test("the backlog is everything not drained yet, and its oldest click is the first of all fronts", async () => {
  const file = path.join(folder, `${NOON}-${process.pid}-0-first.open`);
  writeFileSync(file, line(NOON) + line(NOON + 1));
  await drainSpool(pool(), folder);
  expect(await readBacklog(folder)).toEqual({ waitingBytes: 0, waitingClicks: 0, oldestAt: null });
  const waiting = [line(NOON + 5_000), line(NOON + 6_000)].join("");
  appendFileSync(file, waiting);
  const other = line(NOON + 4_000);
  writeFileSync(path.join(folder, `${NOON + 1}-1-0-second.closed`), other);
  expect(await readBacklog(folder)).toEqual({
    waitingBytes: waiting.length + other.length,
    waitingClicks: 3,
    oldestAt: NOON + 4_000,
  });
  await drainSpool(pool(), folder);
  expect((await readBacklog(folder)).waitingClicks).toBe(0);
  expect(readdirSync(folder).filter((name) => name.includes("second"))).toEqual([]);
});

test("a worker notes the position of a segment that is already stored", async () => {
  const name = `${NOON}-${process.pid}-0-drained.open`;
  writeFileSync(path.join(folder, name), line(NOON));
  await drainSpool(pool(), folder);
  const other = mkdtempSync(path.join(tmpdir(), "hop-backlog-"));
  writeFileSync(path.join(other, `${NOON}-${process.pid}-0-copied.open`), line(NOON));
  await pool().query("INSERT INTO spool_positions (segment, position) VALUES ($1, $2)", [
    `${NOON}-${process.pid}-0-copied`,
    line(NOON).length,
  ]);
  expect((await readBacklog(other)).waitingClicks).toBe(1);
  await drainSpool(pool(), other);
  expect((await readBacklog(other)).waitingClicks).toBe(0);
  rmSync(other, { recursive: true });
});

test("a large backlog is estimated, and an incomplete last line does not count", async () => {
  writeFileSync(path.join(folder, `${NOON}-1-0-large.closed`), line(NOON).repeat(5_000));
  writeFileSync(path.join(folder, `${NOON}-2-0-torn.open`), line(NOON).slice(0, 40));
  const { waitingClicks } = await readBacklog(folder);
  expect(Math.abs(waitingClicks - 5_000)).toBeLessThan(50);
});
