import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { processMark } from "@/lib/process";
import { lockDataDir } from "@/server/data-dir-lock";

const dataDir = mkdtempSync(path.join(tmpdir(), "hop-lock-"));
const file = path.join(dataDir, "hop.pid");

afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the folder is this process's until it is given free", async () => {
  const unlock = await lockDataDir(dataDir);
  expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  unlock();
  expect(existsSync(file)).toBe(false);
});

test("a folder that a living process holds is refused, and stays its own", async () => {
  const other = spawn("sleep", ["30"]);
  writeFileSync(file, `${other.pid}\n`);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`is used by a Hop that runs already (process ${other.pid})`);
  expect(readFileSync(file, "utf8")).toBe(`${other.pid}\n`);
  other.kill();
});

test("of twenty who start at once on what a dead process left, one gets the folder", async () => {
  for (const left of ["", `${spawnSync("true").pid}\n`]) {
    writeFileSync(file, left);
    const starts = Array.from({ length: 20 }, () => lockDataDir(dataDir));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test.each([
  ["a process that was killed left", () => `${spawnSync("true").pid}\n`],
  ["a process left whose number another has now", () => `${process.ppid} ${processMark(1)}\n`],
  ["a process left whose number this one has now", () => `${process.pid} ${processMark(1)}\n`],
  ["is empty", () => ""],
  ["holds no number", () => "hop"],
])("a lock that %s is taken over", async (_name, content) => {
  writeFileSync(file, content());
  (await lockDataDir(dataDir))();
});
