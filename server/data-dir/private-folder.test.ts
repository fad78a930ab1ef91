import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "@/lib/env";
import { makePrivateFolder } from "@/server/data-dir/private-folder";

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "hop-private-"));
  folder = path.join(root, "sockets");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a folder is created with mode 0700 and reused", () => {
  makePrivateFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makePrivateFolder(folder);
});

function makeWith(mode: number, name = folder): void {
  mkdirSync(name);
  chmodSync(name, mode);
}

test.each([
  ["writable by others", () => makeWith(0o777)],
  ["writable by a group", () => makeWith(0o770)],
  [
    "that is a symbolic link",
    () => {
      makeWith(0o700, `${folder}-there`);
      symlinkSync(`${folder}-there`, folder);
    },
  ],
])("a folder %s is refused", (_name, prepare) => {
  prepare();
  expect(() => makePrivateFolder(folder)).toThrow(`${folder} was created by another user`);
});

test("in DATA_DIR, the message about one of our own that others may write to names the remedy", () => {
  Object.assign(env(), { DATA_DIR: root });
  makeWith(0o770);
  expect(() => makePrivateFolder(folder)).toThrow(`${folder} is writable by others: run chmod 700 on it.`);
  Object.assign(env(), { DATA_DIR: ".data" });
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot("another user's folder is refused unless that user is allowed", () => {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  expect(() => makePrivateFolder(folder)).toThrow(`${folder} was created by another user`);
  makePrivateFolder(folder, [12_345]);
  // Hop was started as root on an installation of that user, whose files must stay.
  Object.assign(env(), { DATA_DIR: root });
  expect(() => makePrivateFolder(folder)).toThrow(
    "or run Hop as user 12345 instead of 0, if it ran as that user before.",
  );
});

test("a file at that path is an error", () => {
  writeFileSync(folder, "");
  expect(() => makePrivateFolder(folder)).toThrow();
});
