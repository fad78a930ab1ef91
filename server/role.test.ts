import { runRole } from "@/server/role";

const EVENTS = ["uncaughtException", "SIGTERM", "SIGINT", "SIGHUP", "message", "disconnect"] as const;
const before = EVENTS.map((event) => process.listeners(event as "exit"));

afterEach(() => {
  jest.useRealTimers();
  for (const [place, event] of EVENTS.entries()) {
    for (const listener of process.listeners(event as "exit")) {
      if (!before[place]?.includes(listener)) process.off(event, listener);
    }
  }
});

/** Runs a role, asks it to end, and gives the codes that it exits with within a minute. */
async function endRole(stop: () => Promise<void>): Promise<unknown[]> {
  const exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  await runRole(async () => ({ stop }));
  jest.useFakeTimers();
  process.emit("disconnect");
  await jest.advanceTimersByTimeAsync(60_000);
  const codes = exit.mock.calls.map(([code]) => code);
  exit.mockRestore();
  return codes;
}

test.each([
  ["ends in order", () => Promise.resolve(), 0],
  ["fails", () => Promise.reject(new Error("a connection broke")), 1],
  ["hangs", () => new Promise<void>(() => undefined), 1],
])("a role whose stop %s exits", async (_name, stop, code) => {
  expect((await endRole(stop))[0]).toBe(code);
});
