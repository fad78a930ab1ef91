import { remember } from "@/lib/remember";

test("what was asked for lately is not worked out again, and no more is kept than is allowed", () => {
  const worked: string[] = [];
  const upper = remember(2, (text) => {
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
