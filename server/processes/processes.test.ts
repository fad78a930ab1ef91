import { fork } from "node:child_process";
import { type Ended, onceEnded } from "@/server/processes/processes";

const ended = (options: object) =>
  new Promise<Ended>((resolve) => onceEnded(fork("-e", ["process.exit(3)"], { stdio: "ignore", ...options }), resolve));

test("reports a process that fails to start", async () => {
  expect(await ended({ execPath: "/nowhere/node" })).toMatchObject({ code: null, err: { code: "ENOENT" } });
});

test("reports a process's exit code", async () => {
  expect(await ended({ execPath: "/bin/sh", execArgv: ["-c", "exit 3"] })).toEqual({ code: 3, signal: null });
});
