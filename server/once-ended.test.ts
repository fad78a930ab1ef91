import { fork } from "node:child_process";
import { type Ended, onceEnded } from "@/server/once-ended";

const ended = (options: object) =>
  new Promise<Ended>((resolve) => onceEnded(fork("-e", ["process.exit(3)"], { stdio: "ignore", ...options }), resolve));

test("tells of a process that could not be started", async () => {
  expect(await ended({ execPath: "/nowhere/node" })).toMatchObject({ code: null, err: { code: "ENOENT" } });
});

test("tells how a process ended", async () => {
  expect(await ended({ execPath: "/bin/sh", execArgv: ["-c", "exit 3"] })).toEqual({ code: 3, signal: null });
});
