import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { drainSpool } from "@/lib/clicks/drain";
import { encodeClick } from "@/lib/clicks/record";
import { countRejectedClicks, isCausedByRow, removeOldRejectedClicks } from "@/lib/clicks/rejected";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOON = Date.UTC(2026, 4, 31, 12);
const ADDRESS = "131.130.1.11";

let folder: string;
let urlId: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-rejected-"));
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/page" });
  urlId = (await createUrl(await createUser(), input)).id;
  // Older than the clicks.
  await pool().query("UPDATE short_urls SET created_at = '2026-01-01'");
  await pool().query("DELETE FROM rejected_clicks");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const click = (known: Partial<Click> = {}) => recordedClick(urlId, NOON, { ip: ADDRESS, ...known });

const lines = (count: number) => Array.from({ length: count }, () => encodeClick(click()));

function writeSegment(name: string, content: string[]): void {
  writeFileSync(path.join(folder, `${Date.now()}-1-0-${name}.closed`), content.join(""));
}

const drain = () => drainSpool(pool(), folder);

async function storedAndCounted(): Promise<[number, number]> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1) AS stored,
            (SELECT click_count::int FROM short_urls WHERE id = $1) AS counted`,
    [urlId],
  );
  return [rows[0].stored, rows[0].counted];
}

async function rejected() {
  const { rows } = await pool().query(
    `SELECT reason, convert_from(record, 'UTF8') AS record, ip_address AS address
     FROM rejected_clicks ORDER BY segment, position`,
  );
  return rows;
}

test.each([
  ["a NUL byte", { referer: "https://example.com/\0" }, /invalid byte sequence/],
  ["an id that is not a UUID", { id: "7" }, /uuid/],
  ["the id of a link that is not a UUID", { urlId: "seven,eight" }, /uuid|array/],
  ["a link that does not exist", { urlId: uuidv7() }, /the link does not exist/],
  ["a time that is not a date", { at: 1e20 }, /Invalid time|out of range/i],
  ["a time after all that Postgres knows", { at: 8.64e15 }, /./],
  ["a time before the common era", { at: -8.64e15 }, /./],
])("a click with %s is rejected, and all others are stored", async (_name, differences, reason) => {
  const bad = encodeClick(click(differences));
  writeSegment("a", [...lines(30), bad, ...lines(20)]);
  writeSegment("b", lines(3));
  expect(await drain()).toBe(53);
  expect(await storedAndCounted()).toEqual([53, 53]);
  expect(await rejected()).toEqual([
    { reason: expect.stringMatching(reason), record: bad.trimEnd(), address: ADDRESS },
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a damaged record is rejected with its remaining bytes", async () => {
  writeSegment("a", [...lines(2), '00000000 {"torn":\n', ...lines(2)]);
  expect(await drain()).toBe(4);
  expect(await rejected()).toEqual([{ reason: "damaged record", record: '00000000 {"torn":', address: null }]);
});

test("megabytes of zeros after a power cut are skipped, and what follows is stored", async () => {
  writeSegment("a", [...lines(2), "\0".repeat(9 * 1024 * 1024), "\n", ...lines(3)]);
  expect(await drain()).toBe(5);
  const { rows } = await pool().query("SELECT reason, length(record) AS bytes FROM rejected_clicks ORDER BY position");
  expect(rows.map(({ reason }) => reason)).toEqual(["damaged record", "damaged record", "damaged record"]);
  expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThanOrEqual(16 * 1024);
  expect(readdirSync(folder)).toEqual([]);
});

test("several workers drain many good and bad clicks: each is stored or rejected once", async () => {
  const content = Array.from({ length: 400 }, (_, i) =>
    encodeClick(click(i % 40 === 7 ? { referer: `\0${i}` } : i % 40 === 8 ? { urlId: uuidv7() } : {})),
  );
  writeSegment("a", content);
  writeSegment(
    "b",
    content.map((line) => line),
  );
  const stored = await Promise.all([drain(), drain(), drain()]);
  await drain();
  expect(stored.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(380);
  // The second segment repeats the first, like one from a backup.
  expect(await storedAndCounted()).toEqual([380, 380]);
  expect(await countRejectedClicks(pool())).toBe(40);
  expect(readdirSync(folder)).toEqual([]);
});

test("a spool restored from a backup rejects nothing twice", async () => {
  const content = [...lines(2), encodeClick(click({ referer: "\0" }))];
  for (let pass = 0; pass < 2; pass++) {
    writeFileSync(path.join(folder, "1790000000000-1-0-backup.closed"), content.join(""));
    await drain();
  }
  expect(await storedAndCounted()).toEqual([2, 2]);
  expect(await rejected()).toHaveLength(1);
});

test("a failing database rejects nothing, however often it fails", async () => {
  writeSegment("a", lines(20));
  await pool().query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER fail BEFORE UPDATE OF click_count ON short_urls FOR EACH ROW EXECUTE FUNCTION fail()`);
  for (let attempt = 0; attempt < 3; attempt++) await expect(drain()).rejects.toThrow("no space left");
  await pool().query("DROP TRIGGER fail ON short_urls");
  expect(await rejected()).toEqual([]);
  expect(await drain()).toBe(20);
});

test("a transient failure that looks like bad data rejects nothing", async () => {
  writeSegment("a", lines(1));
  await pool().query(`
    CREATE SEQUENCE failures;
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('failures') = 1 THEN RAISE EXCEPTION 'once'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER fail_once BEFORE UPDATE OF click_count ON short_urls FOR EACH ROW EXECUTE FUNCTION fail_once()`);
  expect(await drain()).toBe(1);
  await pool().query("DROP TRIGGER fail_once ON short_urls");
  expect(await rejected()).toEqual([]);
});

test("a segment that cannot be read does not block others", async () => {
  mkdirSync(path.join(folder, "1-1-0-folder.closed"));
  writeSegment("a", lines(3));
  expect(await drain()).toBe(3);
});

test.each([
  ["truncated", null],
  ["none", null],
] as const)("with IP_MODE=%s nothing of an address is kept", async (mode, address) => {
  const replaced = jest.replaceProperty(env(), "IP_MODE", mode);
  writeSegment("a", [encodeClick(click({ referer: "\0" })), `00000000 {"ip":"${ADDRESS}"\n`]);
  await drain();
  replaced.restore();
  const rows = await rejected();
  expect(rows).toEqual([
    { reason: expect.any(String), record: expect.stringContaining('"ip":null'), address },
    { reason: "damaged record", record: null, address },
  ]);
  expect(JSON.stringify(rows)).not.toContain(ADDRESS);
});

test("rejected clicks of an address are deleted with its clicks", async () => {
  const address = "198.51.100.7";
  writeSegment("a", [
    encodeClick(click({ referer: "\0", ip: `::ffff:${address}` })),
    `00000000 {"ip":"${address}"\n`,
    `00000000 {"ip":"::ffff:${address}"\n`,
    encodeClick(click({ referer: "\0", ip: "192.0.2.1" })),
  ]);
  await drain();
  expect(await deleteClicksByAddress(pool(), address)).toBe(3);
  expect(await rejected()).toMatchObject([{ address: "192.0.2.1" }]);
});

test("rejected clicks are deleted after 30 days", async () => {
  writeSegment("a", [encodeClick(click({ referer: "\0" })), encodeClick(click({ referer: "\0" }))]);
  await drain();
  await pool().query("UPDATE rejected_clicks SET rejected_at = now() - interval '31 days' WHERE position = 0");
  await removeOldRejectedClicks(pool());
  expect(await countRejectedClicks(pool())).toBe(1);
});

test("tells errors caused by data from failures of the database", () => {
  expect(isCausedByRow(new RangeError("Invalid time value"))).toBe(true);
  expect(isCausedByRow(new Error("Connection terminated"))).toBe(false);
  expect(isCausedByRow(Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" }))).toBe(false);
});
