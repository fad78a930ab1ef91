import { env } from "@/lib/env";
import { PING_MESSAGE } from "@/server/processes/kill-hung";
import { runRole } from "@/server/processes/role";

const EVENTS = ["uncaughtException", "SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2", "message", "disconnect"] as const;
const before = EVENTS.map((event) => process.listeners(event as "exit"));

afterEach(() => {
  jest.useRealTimers();
  for (const [index, event] of EVENTS.entries()) {
    for (const listener of process.listeners(event as "exit")) {
      if (!before[index]?.includes(listener)) process.off(event, listener);
    }
  }
});

/** Runs a role, stops it, and returns its exit codes within a minute. */
async function stopRole(stop: () => Promise<void>): Promise<unknown[]> {
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
  ["succeeds", () => Promise.resolve(), 0],
  ["fails", () => Promise.reject(new Error("a connection broke")), 1],
  ["hangs", () => new Promise<void>(() => undefined), 1],
])("the exit code of a role whose stop function %s", async (_name, stop, code) => {
  expect((await stopRole(stop))[0]).toBe(code);
});

test.each<["production" | "development", object[]]>([
  ["production", [{ type: "ready" }, { type: "alive" }]],
  ["development", [{ type: "ready" }]],
])("what a role in %s sends its supervisor, which pings it once", async (mode, messages) => {
  const sent: unknown[] = [];
  const { send, connected } = process;
  Object.assign(process, { send: (message: unknown) => sent.push(message), connected: true });
  const setting = jest.replaceProperty(env(), "NODE_ENV", mode);
  await runRole(async () => ({ stop: () => Promise.resolve() }));
  process.emit("message", PING_MESSAGE, undefined);
  expect(sent).toEqual(messages);
  setting.restore();
  Object.assign(process, { send, connected });
});
