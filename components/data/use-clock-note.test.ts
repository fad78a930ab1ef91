import { clockNote } from "@/components/data/use-clock-note";

test("times are in the viewer's zone, with a note if something else on the screen is in another", () => {
  expect(clockNote("Filter dates", "Europe/Vienna", "Europe/Vienna")).toBeNull();
  // Two names of one zone.
  expect(clockNote("Filter dates", "Asia/Kolkata", "Asia/Calcutta")).toBeNull();
  // This browser doesn't know the zone.
  expect(clockNote("Filter dates", "America/Nowhere", "Europe/Vienna")).toContain("are in America/Nowhere.");
  expect(clockNote("Filter dates", "UTC", "Europe/Vienna")).toBe(
    "Times are in your time zone. Filter dates are in UTC.",
  );
});
