import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeFolder } from "@/lib/make-folder";

const root = mkdtempSync(path.join(tmpdir(), "hop-folder-"));
afterAll(() => rmSync(root, { recursive: true }));

test("creates a folder and its parents, and accepts an existing one", () => {
  const folder = path.join(root, "a", "b", "c");
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o711);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("fails below a file", () => {
  writeFileSync(path.join(root, "file"), "");
  expect(() => makeFolder(path.join(root, "file", "folder"), 0o700)).toThrow("ENOTDIR");
  expect(() => makeFolder(path.join(root, "file"), 0o700)).toThrow("EEXIST");
});

const onLinux = existsSync("/proc/self") ? test : test.skip;

onLinux.each(["/proc/hop", "/proc/hop/deeper"])("on a file system that takes no folders it fails: %s", (folder) => {
  expect(() => makeFolder(folder, 0o700)).toThrow("ENOENT");
});
