import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makePrivateFolder } from "@/server/private-folder";

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "hop-private-"));
  folder = path.join(root, "sockets");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("it is made for nobody else, and used again", () => {
  makePrivateFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makePrivateFolder(folder);
});

function makeWith(mode: number, name = folder): void {
  mkdirSync(name);
  chmodSync(name, mode);
}

test.each([
  ["that others may write to", () => makeWith(0o777)],
  ["that a group may write to", () => makeWith(0o770)],
  [
    "that is a link to another",
    () => {
      makeWith(0o700, `${folder}-there`);
      symlinkSync(`${folder}-there`, folder);
    },
  ],
])("one %s is refused", (_name, prepare) => {
  prepare();
  expect(() => makePrivateFolder(folder)).toThrow(`${folder} was made by somebody else`);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot("one that is somebody else's is refused, unless they are meant", () => {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  expect(() => makePrivateFolder(folder)).toThrow(`${folder} was made by somebody else`);
  makePrivateFolder(folder, [12_345]);
});

test("a file in its place is an error", () => {
  writeFileSync(folder, "");
  expect(() => makePrivateFolder(folder)).toThrow();
});
