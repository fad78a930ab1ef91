import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockDataDir } from "@/server/data-dir-lock";

const dataDir = mkdtempSync(path.join(tmpdir(), "hop-lock-"));
const file = path.join(dataDir, "hop.pid");

afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the folder is this process's until it is given free", () => {
  const unlock = lockDataDir(dataDir);
  expect(readFileSync(file, "utf8").trim()).toBe(String(process.pid));
  unlock();
  expect(existsSync(file)).toBe(false);
});

test("a folder that a living process holds is refused, and stays its own", () => {
  const other = spawn("sleep", ["30"]);
  writeFileSync(file, `${other.pid}\n`);
  expect(() => lockDataDir(dataDir)).toThrow(`is used by a Hop that runs already (process ${other.pid})`);
  expect(readFileSync(file, "utf8")).toBe(`${other.pid}\n`);
  other.kill();
});

test.each([
  ["a process that was killed left", () => `${spawnSync("true").pid}\n`],
  ["is empty", () => ""],
  ["holds no number", () => "hop"],
])("a lock that %s is taken over", (_name, content) => {
  writeFileSync(file, content());
  lockDataDir(dataDir)();
});
