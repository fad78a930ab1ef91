import { batched } from "@/lib/batched";

/** Serves only when told to. */
function serverOnCall() {
  const calls: { items: number[]; answer: (results: string[]) => void; fail: (error: Error) => void }[] = [];
  const serve = batched<number, string>((items) => new Promise((answer, fail) => calls.push({ items, answer, fail })));
  return { calls, serve };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("the first call runs alone, calls made meanwhile run as one batch, and each gets its own result", async () => {
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

test("a failed batch rejects its own calls only", async () => {
  const { calls, serve } = serverOnCall();
  const [first, second] = [serve(1), serve(2)];
  calls[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  calls[1]?.answer(["two"]);
  expect(await second).toBe("two");
});

test("a batch that hangs does not delay the next, and still resolves when it finishes", async () => {
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
