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

test("a summary that is sent late is about the latest period", () => {
  expect(dueDay("weekly", at("2026-12-10T12:00:00Z"), VIENNA)).toBe("2026-12-07");
  expect(dueDay("monthly", at("2026-12-10T12:00:00Z"), VIENNA)).toBe("2026-12-01");
});
