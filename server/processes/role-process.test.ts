import { spawn } from "node:child_process";
import { once } from "node:events";
import { log } from "@/lib/log";
import { stopRole } from "@/server/processes/role-process";

afterEach(() => jest.restoreAllMocks());

test.each([
  ["that does not stop in time is killed, which is logged", "process.on('SIGTERM', () => {});", 50, "SIGKILL", 1],
  ["that stops by itself is not", "", 60_000, "SIGTERM", 0],
])("a process %s", async (_name, reaction, timeoutMs, signal, lines) => {
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const child = spawn(process.execPath, ["-e", `${reaction} setInterval(() => {}, 1000); console.log("ready");`]);
  await once(child.stdout, "data");
  await stopRole(child, timeoutMs);
  expect(child.signalCode).toBe(signal);
  expect(warn).toHaveBeenCalledTimes(lines);
});
