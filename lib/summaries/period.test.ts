import { dueDay, nextDue, periodsBefore } from "@/lib/summaries/period";

const VIENNA = "Europe/Vienna";
const at = (iso: string) => Date.parse(iso);

test.each([
  ["weekly", "2026-11-22T12:00:00Z", VIENNA, "2026-11-23T07:00:00.000Z"],
  ["weekly", "2026-11-23T06:59:59Z", VIENNA, "2026-11-23T07:00:00.000Z"],
  ["weekly", "2026-11-23T07:00:00Z", VIENNA, "2026-11-30T07:00:00.000Z"],
  ["weekly", "2026-07-01T12:00:00Z", VIENNA, "2026-07-06T06:00:00.000Z"],
  ["weekly", "2026-11-22T12:00:00Z", "Pacific/Kiritimati", "2026-11-22T18:00:00.000Z"],
  ["monthly", "2026-11-22T12:00:00Z", VIENNA, "2026-12-01T07:00:00.000Z"],
  ["monthly", "2026-12-31T23:30:00Z", VIENNA, "2027-01-01T07:00:00.000Z"],
  ["monthly", "2027-01-01T07:00:00Z", VIENNA, "2027-02-01T07:00:00.000Z"],
  // Clocks change in this night.
  ["monthly", "2026-10-31T12:00:00Z", "America/New_York", "2026-11-01T13:00:00.000Z"],
] as const)("after a %s one, at %s in %s, the next is due at %s", (frequency, now, timeZone, expected) => {
  expect(nextDue(frequency, at(now), timeZone).toISOString()).toBe(expected);
});

test("a summary is about the whole week or month before, compared with the one before", () => {
  expect(periodsBefore("weekly", "2026-11-23")).toEqual({
    period: { from: "2026-11-16", to: "2026-11-22" },
    before: { from: "2026-11-09", to: "2026-11-15" },
  });
  expect(periodsBefore("monthly", "2026-03-01")).toEqual({
    period: { from: "2026-02-01", to: "2026-02-28" },
    before: { from: "2026-01-01", to: "2026-01-31" },
  });
});

test.each([
  ["weekly", "2026-12-10T12:00:00Z", VIENNA, "2026-12-07"],
  ["monthly", "2026-12-10T12:00:00Z", VIENNA, "2026-12-01"],
  // Monday before and at 08:00.
  ["weekly", "2026-11-23T07:00:00Z", "UTC", "2026-11-16"],
  ["weekly", "2026-11-23T08:00:00Z", "UTC", "2026-11-23"],
  ["monthly", "2026-12-01T07:59:59Z", "UTC", "2026-11-01"],
  ["monthly", "2027-01-01T00:00:00Z", "UTC", "2026-12-01"],
  // Due in UTC, but not yet after the time zone was changed.
  ["weekly", "2026-11-23T08:00:00Z", "America/New_York", "2026-11-16"],
  ["weekly", "2026-11-23T13:00:00Z", "America/New_York", "2026-11-23"],
] as const)("the latest %s summary, at %s in %s, was due on %s", (frequency, now, timeZone, expected) => {
  expect(dueDay(frequency, at(now), timeZone)).toBe(expected);
});
