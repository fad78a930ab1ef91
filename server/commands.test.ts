import { runCommand } from "@/server/commands";

jest.mock("@/server/commands/migrate", () => ({
  migrateDatabase: () => Promise.reject(new TypeError("a bug")),
}));

afterEach(() => jest.restoreAllMocks());

test("a reader of standard output that goes away does not end the command", async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  const before = process.stdout.listenerCount("error");
  await runCommand({ command: "migrate", options: { json: true }, positionals: [] });
  expect(process.stdout.listenerCount("error")).toBe(before + 1);
});

test("with --json, an unexpected error is an object on standard output, and its stack is on standard error", async () => {
  const stdout = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const stderr = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  await runCommand({ command: "migrate", options: { json: true }, positionals: [] });
  expect(stdout.mock.calls).toEqual([['{"error":"Unexpected error; see standard error."}\n']]);
  expect(stderr.mock.calls.join("")).toMatch(/^TypeError: a bug\n {4}at /);
  expect(exit).toHaveBeenCalledWith(1);
});
