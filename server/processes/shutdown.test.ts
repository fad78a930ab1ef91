import { exitCodeAfter } from "@/server/processes/shutdown";

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  [null, 143],
])("a command stopped by %s exits with %s", (signal, code) => {
  expect(exitCodeAfter(AbortSignal.abort(signal))).toBe(code);
});
