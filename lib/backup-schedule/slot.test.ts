import { slotOf } from "@/lib/backup-schedule/slot";

test.each([
  ["2026-11-22T03:00:00Z", 24, "UTC", "2026-11-22T03"],
  ["2026-11-22T02:59:59Z", 24, "UTC", "2026-11-21T03"],
  ["2026-11-22T23:59:59Z", 24, "UTC", "2026-11-22T03"],
  ["2026-11-01T00:00:00Z", 24, "UTC", "2026-10-31T03"],
  ["2026-11-22T02:00:00Z", 24, "Europe/Vienna", "2026-11-22T03"],
  ["2026-11-22T08:59:00Z", 6, "UTC", "2026-11-22T03"],
  ["2026-11-22T09:00:00Z", 6, "UTC", "2026-11-22T09"],
  ["2026-11-22T02:00:00Z", 6, "UTC", "2026-11-21T21"],
  ["2026-11-22T01:30:00Z", 8, "UTC", "2026-11-21T19"],
  ["2026-11-22T00:10:00Z", 1, "UTC", "2026-11-22T00"],
  ["2026-11-22T00:10:00Z", 2, "UTC", "2026-11-21T23"],
])("at %s every %i hours in %s: %s", (at, everyHours, timeZone, slot) => {
  expect(slotOf(Date.parse(at), everyHours, timeZone)).toBe(slot);
});

test("a day of any length has one backup, when clocks change as well", () => {
  const slots = new Set<string>();
  for (let at = Date.parse("2026-01-01T12:00:00Z"); at < Date.parse("2027-01-01T12:00:00Z"); at += 15 * 60_000) {
    slots.add(slotOf(at, 24, "Europe/Vienna"));
  }
  expect(slots.size).toBe(366);
});
