import { toEndOfDay } from "@/components/api-keys/create-api-key-form";

test.each(["2099-12-31", "2028-02-29"])("a key that expires on %s can be used until the end of that day", (day) => {
  const end = new Date(toEndOfDay(day) ?? "");
  expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([23, 59, 59]);
  const parts = [end.getFullYear(), end.getMonth() + 1, end.getDate()];
  expect(parts.join("-")).toBe(day.replace("-0", "-"));
});

test("without a day, a key doesn't expire, and the server refuses one that does not exist", () => {
  expect(["", null, undefined].map(toEndOfDay)).toEqual([null, null, null]);
  expect(toEndOfDay("2026-99-99")).toBe("2026-99-99");
});
