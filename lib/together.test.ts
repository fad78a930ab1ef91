import { together } from "@/lib/together";

/** Serves only when told to. */
function serverOnCall() {
  const calls: { items: number[]; answer: (results: string[]) => void; fail: (error: Error) => void }[] = [];
  const serve = together<number, string>((items) => new Promise((answer, fail) => calls.push({ items, answer, fail })));
  return { calls, serve };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("the first goes by itself, those that come meanwhile together, and each gets its own result", async () => {
  const { calls, serve } = serverOnCall();
  const [first, second, third] = [serve(1), serve(2), serve(3)];
  expect(calls.map(({ items }) => items)).toEqual([[1]]);
  calls[0]?.answer(["one"]);
  expect(await first).toBe("one");
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  calls[1]?.answer(["two", "three"]);
  expect(await Promise.all([second, third])).toEqual(["two", "three"]);
  await turn();
  void serve(4);
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
});

test("a failure is that of those who were served by it, and the next are served", async () => {
  const { calls, serve } = serverOnCall();
  const [first, second] = [serve(1), serve(2)];
  calls[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  calls[1]?.answer(["two"]);
  expect(await second).toBe("two");
});

test("nobody waits for long behind one that hangs, which still gets its answer when it comes", async () => {
  jest.useFakeTimers();
  const { calls, serve } = serverOnCall();
  const [first, second] = [serve(1), serve(2)];
  await jest.advanceTimersByTimeAsync(900);
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(200);
  calls[1]?.answer(["two"]);
  expect(await second).toBe("two");
  calls[0]?.answer(["one"]);
  expect(await first).toBe("one");
  jest.useRealTimers();
});
