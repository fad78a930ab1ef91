import { limitText } from "@/components/ui/form/date-input";

const LIMITS = { min: "2026-11-01", max: "2026-11-27" };

test.each([
  ["", undefined],
  ["2026-11-01", undefined],
  ["2026-11-27", undefined],
  ["2027-01-05", "Choose Nov 27, 2026 or earlier, or change the other date."],
  ["2026-10-31", "Choose Nov 1, 2026 or later, or change the other date."],
])("a date outside its limits says which these are: %p", (day, text) => {
  expect(limitText(day, LIMITS)).toBe(text);
});
