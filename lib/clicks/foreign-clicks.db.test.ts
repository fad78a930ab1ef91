import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { drainSpool } from "@/lib/clicks/drain";
import { importSpool } from "@/lib/clicks/import-spool";
import { encodeClick } from "@/lib/clicks/record";
import { countRejectedClicks } from "@/lib/clicks/rejected";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const LATER_MS = 60_000;

let folder: string;
let made = 0;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-foreign-"));
  await pool().query("TRUNCATE short_urls CASCADE");
  await pool().query("DELETE FROM rejected_clicks");
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function createLink(id = uuidv7()): Promise<string> {
  const link = await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/page" }));
  await pool().query("UPDATE short_urls SET id = $2 WHERE id = $1", [link.id, id]);
  return id;
}

function leave(urlId: string, at = Date.now() - LATER_MS): string {
  const key = `${Date.now()}-999999999-${made++}-${made.toString(16).padStart(12, "0")}`;
  writeFileSync(path.join(folder, `${key}.closed`), encodeClick(recordedClick(urlId, at)));
  return `${key}.closed`;
}

async function drainLater(ms: number): Promise<number> {
  // The system clock may be set back in the meantime.
  const now = performance.now();
  const clock = jest.spyOn(performance, "now").mockImplementation(() => now + ms);
  const stored = await drainSpool(pool(), folder);
  clock.mockRestore();
  return stored;
}

test("clicks from before the first link wait until their database is back, and block no others", async () => {
  const lost = uuidv7();
  const old = leave(lost);
  expect(await drainSpool(pool(), folder)).toBe(0);
  const link = await createLink();
  leave(link, Date.now() + 1_000);
  expect(await drainLater(LATER_MS)).toBe(1);
  expect(readdirSync(folder)).toEqual([old]);
  expect(await countRejectedClicks(pool())).toBe(0);
  await createLink(lost);
  expect(await drainLater(2 * LATER_MS)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect(await countRejectedClicks(pool())).toBe(0);
});

test("a later click of an unknown link is rejected", async () => {
  await createLink();
  leave(uuidv7(), Date.now() + 1_000);
  await drainSpool(pool(), folder);
  expect(await countRejectedClicks(pool())).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("an import says why it stores nothing", async () => {
  const segment = leave(uuidv7());
  expect(await importSpool(pool(), folder)).toMatchObject({
    stored: 0,
    rejected: 0,
    unfinished: [{ segment, reason: expect.stringContaining("none of the links in this segment exist") }],
  });
});
