import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openFolder } from "@/lib/stores/folder";
import { isBackupName, newBackupName, StoreError } from "@/lib/stores/store";

const NAME = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";
const LATER = "hop-2026-11-23T03-00-00Z-00000000.backup";
const signal = new AbortController().signal;

let folder: string;
let outside: string;
beforeEach(() => {
  const both = mkdtempSync(path.join(tmpdir(), "hop-folder-"));
  [folder, outside] = [path.join(both, "backups"), path.join(both, "outside")];
  mkdirSync(folder);
  writeFileSync(outside, "mine");
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const say = (content: string) => async (target: NodeJS.WritableStream) => {
  await new Promise((resolve) => target.write(content, resolve));
  return content.length;
};

test("a new backup has a name by which it is recognised", () => {
  expect(isBackupName(newBackupName())).toBe(true);
});

test("a file appears when it is complete, readable by its owner only", async () => {
  const store = openFolder(folder);
  const seen: string[][] = [];
  const bytes = await store.write(
    NAME,
    async (target) => {
      await say("half")(target);
      seen.push(
        readdirSync(folder),
        (await store.list()).map(({ name }) => name),
      );
      return say(" and half")(target);
    },
    signal,
  );
  expect([bytes, seen]).toEqual([9, [[`${NAME}.partial`], []]]);
  expect(await text(await store.read(NAME, signal))).toBe("half and half");
  expect(statSync(path.join(folder, NAME)).mode & 0o777).toBe(0o600);
  expect(await store.list()).toEqual([{ name: NAME, bytes: 13 }]);
});

test("a failed or stopped write leaves nothing", async () => {
  const store = openFolder(folder);
  const fails = async (target: NodeJS.WritableStream) => {
    await say("half")(target);
    throw new Error("the database is gone");
  };
  await expect(store.write(NAME, fails, signal)).rejects.toThrow("the database is gone");
  const stopping = new AbortController();
  const stops = async (target: NodeJS.WritableStream) => {
    await say("half")(target);
    stopping.abort();
  };
  await expect(store.write(NAME, stops, stopping.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(readdirSync(folder)).toEqual([]);
});

test("a write whose file can't get its name leaves nothing", async () => {
  const obstruct = async (target: NodeJS.WritableStream) => {
    mkdirSync(path.join(folder, NAME));
    return say("whole")(target);
  };
  await expect(openFolder(folder).write(NAME, obstruct, signal)).rejects.toThrow("rename");
  expect(readdirSync(folder)).toEqual([NAME]);
  expect(await openFolder(folder).list()).toEqual([]);
});

test("the error of a rename between file systems is named", async () => {
  const fails = async () => {
    throw Object.assign(new Error("EXDEV: cross-device link not permitted"), { code: "EXDEV", syscall: "rename" });
  };
  await expect(openFolder(folder).write(NAME, fails, signal)).rejects.toThrow(`${folder} spans several file systems`);
  expect(readdirSync(folder)).toEqual([]);
});

test("the remains of a killed process are removed with its name, and nothing else", async () => {
  for (const name of [`${NAME}.partial`, NAME, LATER, "notes.txt"]) writeFileSync(path.join(folder, name), "x");
  await openFolder(folder).remove(NAME);
  expect(readdirSync(folder).sort()).toEqual([LATER, "notes.txt"]);
  await openFolder(folder).remove(NAME);
});

test("symbolic links and folders with a backup's name are neither followed, listed nor removed", async () => {
  symlinkSync(outside, path.join(folder, NAME));
  symlinkSync(outside, path.join(folder, `${NAME}.partial`));
  mkdirSync(path.join(folder, LATER));
  const store = openFolder(folder);
  expect(await store.list()).toEqual([]);
  await expect(store.write(NAME, say("x"), signal)).rejects.toThrow();
  await expect(store.read(NAME, signal)).rejects.toThrow(`${path.join(folder, NAME)} is a symbolic link`);
  await store.remove(NAME);
  await store.remove(LATER);
  expect(readFileSync(outside, "utf8")).toBe("mine");
  expect(readdirSync(folder).sort()).toEqual([NAME, `${NAME}.partial`, LATER].sort());
});

test("a folder that is missing is not created, and the message names it", async () => {
  const missing = path.join(folder, "missing");
  for (const attempt of [
    () => openFolder(missing).check(),
    () => openFolder(missing).list(),
    () => openFolder(missing).write(NAME, say("x"), signal),
  ]) {
    await expect(attempt()).rejects.toThrow(new StoreError(`${missing} does not exist`));
  }
  expect(existsSync(missing)).toBe(false);
});

test("a file instead of a folder is refused", async () => {
  await expect(openFolder(outside).check()).rejects.toThrow(`${outside} is not a folder`);
});

test("a folder that may not be written is found by the check", async () => {
  chmodSync(path.dirname(folder), 0o755);
  chmodSync(folder, 0o555);
  const uid = process.geteuid?.();
  // Root may write everywhere. access(2) checks the real user.
  if (uid === 0) return;
  await expect(openFolder(folder).check()).rejects.toThrow("cannot be written by this user");
});

test("errors of the producer are not mistaken for the folder's", async () => {
  const fails = async () => {
    throw Object.assign(new Error("connect ENOENT /run/postgresql"), { code: "ENOENT", syscall: "connect" });
  };
  await expect(openFolder(folder).write(NAME, fails, signal)).rejects.toThrow("connect ENOENT");
});

test("a full disk is named", async () => {
  const fails = async () => {
    throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC", syscall: "write" });
  };
  await expect(openFolder(folder).write(NAME, fails, signal)).rejects.toThrow(`${folder} is on a full disk`);
});
