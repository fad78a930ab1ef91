import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { checkCountedZone, countedZoneProblem } from "@/lib/settings/counted-zone";

const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);

beforeEach(() => pool().query("DELETE FROM settings; DELETE FROM click_days"));
afterEach(() => Object.assign(env(), { TIME_ZONE: "UTC" }));

/** Starts a machine with this zone. @returns what it warned of */
async function start(TIME_ZONE: string): Promise<unknown[]> {
  Object.assign(env(), { TIME_ZONE });
  warn.mockClear();
  await checkCountedZone();
  return warn.mock.calls.flat();
}

const countClick = () =>
  pool().query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
     VALUES ('all', '00000000-0000-0000-0000-000000000000', '2026-05-01', false, 1)`,
  );

test("each start in another zone than that of the counts is warned of, whatever the order of machines", async () => {
  expect(await start("Europe/Vienna")).toEqual([]);
  await countClick();
  const warning =
    "Clicks were counted by day in Europe/Vienna, and TIME_ZONE is UTC: set it to Europe/Vienna, or run hop rollups rebuild.";
  expect(await start("UTC")).toEqual([warning]);
  expect(await start("Europe/Vienna")).toEqual([]);
  expect(await start("UTC")).toEqual([warning]);
});

test("the zone can change until a click is counted", async () => {
  await start("UTC");
  expect(await start("Europe/Vienna")).toEqual([]);
  await countClick();
  expect(await start("Europe/Vienna")).toEqual([]);
});

test("after an upgrade from a version that stored no zone, the first start's is taken", async () => {
  await countClick();
  expect(await start("Europe/Vienna")).toEqual([]);
  expect(await start("UTC")).toHaveLength(1);
});

test.each([
  ["Asia/Calcutta", "Asia/Kolkata", true],
  ["Etc/UTC", "UTC", true],
  ["Europe/Vienna", "Europe/Berlin", false],
  ["Europe/Atlantis", "UTC", false],
])("%s and %s are the same zone: %s", (counted, TIME_ZONE, isSame) => {
  Object.assign(env(), { TIME_ZONE });
  expect(countedZoneProblem(counted) === null).toBe(isSame);
});
