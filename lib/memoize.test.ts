import { memoize } from "@/lib/memoize";

test("recent results are not computed again, and old ones are dropped", () => {
  const compute = jest.fn((text: string) => ({ text }));
  const computeOnce = memoize(2, compute);
  for (const text of ["a", "b", "a", "c", "a"]) expect(computeOnce(text)).toEqual({ text });
  expect(compute.mock.calls).toEqual([["a"], ["b"], ["c"]]);
  computeOnce("b");
  expect(compute).toHaveBeenCalledTimes(4);
});
