import { spawn, spawnSync } from "node:child_process";
import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { processMark } from "@/lib/process";
import { until } from "@/lib/testing/until";
import { keepFolders, lockDataDir, recordFolder } from "@/server/data-dir/lock";

const dataDir = mkdtempSync(path.join(tmpdir(), "hop-lock-"));
const file = path.join(dataDir, "hop.pid");

afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the lock is held until released", async () => {
  const unlock = await lockDataDir(dataDir);
  expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  unlock();
  expect(existsSync(file)).toBe(false);
});

test("folders count as in use until nothing runs from them any more", async () => {
  const unlock = await lockDataDir(dataDir);
  const locked = readFileSync(file, "utf8");
  for (const folder of ["/opt/hop-2", "/opt/hop-3", "/opt/hop-3"]) recordFolder(dataDir, folder);
  expect(readFileSync(file, "utf8")).toBe(`${locked}/opt/hop-2\n/opt/hop-3\n`);
  keepFolders(dataDir, ["/opt/hop-3"]);
  expect(readFileSync(file, "utf8")).toBe(`${locked}/opt/hop-3\n`);
  keepFolders(dataDir, []);
  expect(readFileSync(file, "utf8")).toBe(locked);
  unlock();
});

test("a folder locked by a running process is refused and stays locked", async () => {
  const other = spawn("sleep", ["120"]);
  writeFileSync(file, `${other.pid}\n`);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`is already in use by another Hop (process ${other.pid})`);
  expect(readFileSync(file, "utf8")).toBe(`${other.pid}\n`);
  other.kill();
});

test("one of twenty processes competing for a stale lock succeeds", async () => {
  for (const stale of ["", `${spawnSync("true").pid}\n`]) {
    writeFileSync(file, stale);
    const starts = Array.from({ length: 20 }, () => lockDataDir(dataDir));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a stale lock that can't be removed, as on a disk that has become read-only, is an error, not another start", async () => {
  writeFileSync(file, `${spawnSync("true").pid}\n`);
  const rename = jest.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
  });
  await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: "EROFS" });
  rename.mockRestore();
});

test("unlocking on a disk that has become read-only doesn't fail", async () => {
  const unlock = await lockDataDir(dataDir);
  const remove = jest.spyOn(fs, "rmSync").mockImplementation(() => {
    throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
  });
  expect(unlock).not.toThrow();
  remove.mockRestore();
});

describe("a lock of another container", () => {
  const content = () => `1 ${processMark(process.pid)?.split("/")[0]}/1 /app\npid:[1]\n`;

  test("whose process shows a heartbeat is refused, although there is no such process here", async () => {
    writeFileSync(file, content());
    const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), 500);
    await expect(lockDataDir(dataDir)).rejects.toThrow(/is already in use by another Hop, in another container\.$/);
    clearInterval(heartbeat);
    expect(readFileSync(file, "utf8")).toBe(content());
  });

  test("without a heartbeat is taken over", async () => {
    writeFileSync(file, content());
    (await lockDataDir(dataDir))();
    writeFileSync(file, content());
    utimesSync(file, new Date(0), new Date(0));
    (await lockDataDir(dataDir))();
  });

  test("is held by a heartbeat as long as Hop runs", async () => {
    const unlock = await lockDataDir(dataDir);
    utimesSync(file, new Date(0), new Date(0));
    await until(() => statSync(file).mtimeMs > 0);
    unlock();
  });
});

test.each([
  ["of a killed process", () => `${spawnSync("true").pid}\n`],
  ["whose pid has been reused by another process", () => `${process.ppid} ${processMark(1)}\n`],
  ["whose pid has been reused by this process", () => `${process.pid} ${processMark(1)}\n`],
  ["without content", () => ""],
  ["without a pid", () => "hop"],
])("a lock %s is taken over", async (_name, content) => {
  writeFileSync(file, content());
  (await lockDataDir(dataDir))();
});
