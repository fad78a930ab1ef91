import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { requestReload, serveControl } from "@/server/supervisor/control";
import type { Reloaded } from "@/server/supervisor/reload";

const RELOADED: Reloaded = { version: "2", folder: "/opt/hop-2", applied: ["0002"], ms: 7 };
const OTHER_USER = "Run this as the user that Hop runs as, or as root.";
const asRoot = process.getuid?.() === 0 ? test : test.skip;

let dataDir: string;
let folder: string;
let stop: (() => void) | undefined;
const before = env().DATA_DIR;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-control-"));
  chmodSync(dataDir, 0o711);
  folder = path.join(dataDir, "run", "control");
  mkdirSync(path.dirname(folder), { mode: 0o700 });
  // Writes the lock as the supervisor does.
  writeFileSync(path.join(dataDir, "hop.pid"), `${process.pid}\n`);
  Object.assign(env(), { DATA_DIR: dataDir });
});
afterEach(() => {
  jest.restoreAllMocks();
  stop?.();
  stop = undefined;
  Object.assign(env(), { DATA_DIR: before });
  rmSync(dataDir, { recursive: true });
});

test("a reload, or the reason why it failed, reaches the command", async () => {
  const reload = jest.fn(async (name: string) => {
    if (name === "/broken") throw new Error("Not reloaded: it is broken.");
    return RELOADED;
  });
  stop = serveControl(reload);
  expect(await requestReload("/opt/hop-2")).toEqual(RELOADED);
  expect(reload).toHaveBeenCalledWith("/opt/hop-2");
  await expect(requestReload("/broken")).rejects.toThrow(/^Not reloaded: it is broken\.$/);
});

test("a reload may take longer than a client may be silent", async () => {
  const silentMs = 500;
  const slow = () => sleep(3 * silentMs, RELOADED);
  stop = serveControl(slow, { silentMs });
  expect(await requestReload("/opt/hop-2")).toEqual(RELOADED);
});

test("without a folder for sockets, Hop can't reload", async () => {
  await expect(requestReload("/opt/hop-2")).rejects.toThrow("The running Hop can't reload");
});

test.each([
  [
    "a folder that others may write",
    () => {
      mkdirSync(folder);
      chmodSync(folder, 0o777);
    },
  ],
  ["a file", () => writeFileSync(folder, "")],
])("Hop runs without taking reloads if there is %s in place of its own", async (_what, prepare) => {
  prepare();
  const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  stop = serveControl(async () => RELOADED);
  expect(logged.mock.calls).toEqual([[{ err: expect.any(Error) }, "reloads are not available"]]);
  await expect(requestReload("/opt/hop-2")).rejects.toThrow(`${folder} is not a private folder of the user`);
});

asRoot("a socket of another user is not trusted", async () => {
  stop = serveControl(async () => RELOADED);
  chownSync(folder, 12_345, 12_345);
  await expect(requestReload("/opt/hop-2")).rejects.toThrow(`${folder} is not a private folder of the user`);
});

asRoot("another user is told who may reload", async () => {
  stop = serveControl(async () => RELOADED);
  process.seteuid?.(12_345);
  const refused = requestReload("/opt/hop-2").catch(({ message }: Error) => message);
  process.seteuid?.(0);
  expect(await refused).toBe(OTHER_USER);
});
