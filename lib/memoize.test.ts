import { memoize } from "@/lib/memoize";

test("recent results are not computed again, and old ones are dropped", () => {
  const worked: string[] = [];
  const upper = memoize(2, (text) => {
    worked.push(text);
    return text === "nothing" ? undefined : text.toUpperCase();
  });
  expect(["a", "nothing", "a", "nothing"].map(upper)).toEqual(["A", undefined, "A", undefined]);
  expect(worked).toEqual(["a", "nothing"]);
  for (const text of ["b", "a", "c", "a", "d", "a"]) upper(text);
  expect(worked).toEqual(["a", "nothing", "b", "c", "d"]);
  upper("b");
  upper("nothing");
  expect(worked.slice(5)).toContain("nothing");
});
