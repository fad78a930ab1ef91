import { batched } from "@/lib/batched";

/** Serves only when told to. */
function serverOnCall() {
  const calls: { items: number[]; answer: (results: string[]) => void; fail: (error: Error) => void }[] = [];
  const serve = batched<number, string>((items) => new Promise((answer, fail) => calls.push({ items, answer, fail })));
  return { calls, serve };
}

/** Waits until the next batch has begun. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve));
}

test("calls made in one turn, and those made while a batch runs, are one batch; each gets its own result", async () => {
  const { calls, serve } = serverOnCall();
  const [first, second] = [serve(1), serve(2)];
  await turn();
  const [third, fourth] = [serve(3), serve(4)];
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1, 2]]);
  calls[0]?.answer(["one", "two"]);
  expect(await Promise.all([first, second])).toEqual(["one", "two"]);
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  calls[1]?.answer(["three", "four"]);
  expect(await Promise.all([third, fourth])).toEqual(["three", "four"]);
  await turn();
  void serve(5);
  await turn();
  expect(calls[2]?.items).toEqual([5]);
});

test("a failed batch rejects its own calls only", async () => {
  const { calls, serve } = serverOnCall();
  const first = serve(1);
  await turn();
  const second = serve(2);
  calls[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  calls[1]?.answer(["two"]);
  expect(await second).toBe("two");
});

test("a batch that hangs does not delay the next, and still resolves when it finishes", async () => {
  jest.useFakeTimers();
  const { calls, serve } = serverOnCall();
  const first = serve(1);
  await jest.advanceTimersByTimeAsync(1);
  const second = serve(2);
  await jest.advanceTimersByTimeAsync(900);
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(200);
  calls[1]?.answer(["two"]);
  expect(await second).toBe("two");
  calls[0]?.answer(["one"]);
  expect(await first).toBe("one");
  jest.useRealTimers();
});
