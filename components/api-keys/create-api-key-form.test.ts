import { toEndOfDay } from "@/components/api-keys/create-api-key-form";
import { createApiKeySchema, EXPIRY_TOO_LATE } from "@/lib/api-keys/schema";

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

test("the last day of the year 9999 is accepted where it ends in another year of UTC, and the form says so of later ones", () => {
  const refusalOf = (expiresAt: string | null) =>
    createApiKeySchema.safeParse({ name: "Shop", expiresAt }).error?.issues[0]?.message;
  const inLosAngeles = jest.spyOn(Date, "parse").mockReturnValueOnce(Date.UTC(10_000, 0, 1, 7, 59, 59, 999));
  const end = toEndOfDay("9999-12-31");
  inLosAngeles.mockRestore();
  expect([end, refusalOf(end)]).toEqual(["9999-12-31T23:59:59.999Z", undefined]);
  expect(refusalOf(toEndOfDay("10000-01-01"))).toBe(EXPIRY_TOO_LATE);
});
