import { AppError } from "@/lib/errors";
import { inTime } from "@/lib/stats/in-time";

test("counting that takes too long has no result, and its later failure is handled", async () => {
  jest.useFakeTimers();
  let reject: (error: Error) => void = () => undefined;
  const result = inTime(
    new Promise<number>((_, fail) => {
      reject = fail;
    }),
  );
  jest.runAllTimers();
  expect(await result).toBeNull();
  reject(new Error("too late"));
  jest.useRealTimers();
  expect(await inTime(Promise.resolve(1))).toBe(1);
});

test.each([
  ["is unavailable", new AppError("unavailable", "Too many clicks"), null],
  ["was canceled", Object.assign(new Error("canceling statement"), { code: "57014" }), null],
])("counting that %s has no result", async (_, error, result) => {
  expect(await inTime(Promise.reject(error))).toBe(result);
});

test("other errors are thrown", async () => {
  await expect(inTime(Promise.reject(new Error("bug")))).rejects.toThrow("bug");
});
