import os from "node:os";
import { env } from "@/lib/env";
import { appSocketPath } from "@/server/front/app-socket";

const LONG = `/${"long/".repeat(30)}`;

afterEach(() => jest.restoreAllMocks());

test("the app's socket is in DATA_DIR, or in the temporary folder if that path is too long for one", () => {
  Object.assign(env(), { DATA_DIR: "/var/lib/hop" });
  expect(appSocketPath(2)).toBe("/var/lib/hop/run/app/app-2.sock");
  Object.assign(env(), { DATA_DIR: LONG });
  jest.spyOn(os, "tmpdir").mockReturnValue("/tmp");
  expect(appSocketPath(1)).toMatch(/^\/tmp\/hop-app-[0-9a-f]{16}\/app\.sock$/);
});

test("if both are too long, the message says what to shorten", () => {
  Object.assign(env(), { DATA_DIR: LONG });
  jest.spyOn(os, "tmpdir").mockReturnValue(LONG);
  expect(() => appSocketPath()).toThrow("set a shorter DATA_DIR");
});
