import fc from "fast-check";
import { addDays, dayOf, startOfDay } from "@/lib/days";

test.each([
  ["UTC", "2026-11-21T23:59:59.999Z", "2026-11-21"],
  ["UTC", "2026-11-22T00:00:00.000Z", "2026-11-22"],
  ["Europe/Vienna", "2026-11-21T22:59:59.999Z", "2026-11-21"],
  ["Europe/Vienna", "2026-11-21T23:00:00.000Z", "2026-11-22"],
  ["Europe/Vienna, in summer", "2026-07-01T21:59:59.999Z", "2026-07-01"],
  ["Europe/Vienna, in summer", "2026-07-01T22:00:00.000Z", "2026-07-02"],
  ["America/Los_Angeles", "2026-11-22T07:59:59.999Z", "2026-11-21"],
  ["America/Los_Angeles", "2026-11-22T08:00:00.000Z", "2026-11-22"],
  ["Asia/Kathmandu, 5:45 ahead", "2026-11-21T18:14:59.999Z", "2026-11-21"],
  ["Asia/Kathmandu, 5:45 ahead", "2026-11-21T18:15:00.000Z", "2026-11-22"],
  // The clock goes from 24:00 back to 23:00: the last hour of the day occurs twice.
  ["America/Santiago, out of summer", "2026-04-05T02:59:59.999Z", "2026-04-04"],
  ["America/Santiago, out of summer", "2026-04-05T03:30:00.000Z", "2026-04-04"],
  ["America/Santiago, out of summer", "2026-04-05T04:00:00.000Z", "2026-04-05"],
  ["Pacific/Kiritimati, 14 hours ahead", "2026-12-31T10:00:00.000Z", "2027-01-01"],
])("%s: %s is on %s", (zone, moment, day) => {
  const [timeZone = ""] = zone.split(",");
  expect(dayOf(Date.parse(moment), timeZone)).toBe(day);
});

test("cached days always match the calendar, in any zone", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const formats = new Map(zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat("sv-SE", { timeZone })]));
  const moment = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, fc.integer({ min: 0, max: 3_600_000 }), (zone, at, more) => {
      for (const time of [at, at + more]) expect(dayOf(time, zone)).toBe(formats.get(zone)?.format(time));
    }),
    { numRuns: 2_000 },
  );
});

test("an unknown zone is rejected", () => {
  expect(() => dayOf(0, "Europe/Atlantis")).toThrow(RangeError);
});

test.each([
  ["2026-03-29", "Europe/Vienna", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Vienna", "2026-03-29T22:00:00.000Z"],
  ["2026-06-01", "Pacific/Kiritimati", "2026-05-31T10:00:00.000Z"],
  ["2026-06-01", "Etc/GMT+12", "2026-06-01T12:00:00.000Z"],
  ["2026-06-01", "Asia/Kathmandu", "2026-05-31T18:15:00.000Z"],
  ["2026-06-01", "UTC", "2026-06-01T00:00:00.000Z"],
  // Clocks skip midnight.
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  // Midnight comes twice.
  ["2026-10-25", "Atlantic/Azores", "2026-10-25T00:00:00.000Z"],
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  // Samoa skipped this day.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
])("%s starts in %s at %s", (day, zone, start) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(start);
});

test.each([
  ["2026-03-01", -1, "2026-02-28"],
  ["2026-12-31", 1, "2027-01-01"],
  ["9999-12-31", 1, "+010000-01-01"],
])("%s and %i days is %s", (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
