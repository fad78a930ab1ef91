import { validate, version } from "uuid";
import { nextClickId } from "@/lib/redirect/click-id";

test("ids are unique UUIDs of version 7 in ascending order", () => {
  const now = Date.UTC(2026, 10, 21);
  const ids = Array.from({ length: 20_000 }, (_, i) => nextClickId(now + Math.floor(i / 6_000)));
  for (const id of ids.slice(0, 10)) expect([validate(id), version(id)]).toEqual([true, 7]);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(Number.parseInt(ids[0]?.replaceAll("-", "").slice(0, 12) ?? "", 16)).toBe(now);
});

test("ids stay in order when the clock goes back", () => {
  const now = Date.UTC(2027, 0, 1);
  const ids = [nextClickId(now), nextClickId(now - 5_000), nextClickId(now)];
  expect([...ids].sort()).toEqual(ids);
});

test("after a clock that was far ahead, even beyond what an id can hold, ids are valid and new", () => {
  const now = Date.UTC(2028, 0, 1);
  const before = [nextClickId(now), nextClickId(now)];
  nextClickId(Date.UTC(12_000, 0, 1));
  const after = [nextClickId(now), nextClickId(now), nextClickId(now + 1)];
  for (const id of after) expect([validate(id), version(id)]).toEqual([true, 7]);
  expect([...after].sort()).toEqual(after);
  expect(new Set([...before, ...after]).size).toBe(5);
});
