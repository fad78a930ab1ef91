import { validate, version } from "uuid";
import { nextClickId } from "@/lib/clicks/click-id";

test("ids are UUIDs of version 7, never the same, in the order of their making", () => {
  const now = Date.UTC(2026, 10, 21);
  const ids = Array.from({ length: 20_000 }, (_, i) => nextClickId(now + Math.floor(i / 6_000)));
  for (const id of ids.slice(0, 10)) expect([validate(id), version(id)]).toEqual([true, 7]);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(Number.parseInt(ids[0]?.replaceAll("-", "").slice(0, 12) ?? "", 16)).toBe(now);
});

test("a clock that goes back does not disturb the order", () => {
  const now = Date.UTC(2027, 0, 1);
  const ids = [nextClickId(now), nextClickId(now - 5_000), nextClickId(now)];
  expect([...ids].sort()).toEqual(ids);
});
