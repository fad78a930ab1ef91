import { clockNote } from "@/components/data/use-clock-note";

test("times are in the viewer's zone, with a note if something else on the screen is in another", () => {
  expect(clockNote("Days of filters", "Europe/Vienna", "Europe/Vienna")).toBeNull();
  // Two names of one zone.
  expect(clockNote("Days of filters", "Asia/Kolkata", "Asia/Calcutta")).toBeNull();
  expect(clockNote("Days of filters", "UTC", "Europe/Vienna")).toBe(
    "Times are in your time zone. Days of filters are in UTC.",
  );
});
