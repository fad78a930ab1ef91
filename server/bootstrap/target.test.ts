import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepareTarget } from "@/server/bootstrap/target.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "hop-target-"));
afterAll(() => rmSync(folder, { recursive: true }));

const inside = (name: string) => path.join(folder, name);

test.each(["missing", "empty"])("a copy may be made to a folder that is %s", (name) => {
  if (name === "empty") mkdirSync(inside(name));
  prepareTarget(inside(name));
  expect(statSync(inside(name)).isDirectory()).toBe(true);
});

test.each([
  ["is not empty", (target: string) => writeFileSync(path.join(target, "file"), ""), "is not empty."],
  [
    "is writable by others",
    (target: string) => chmodSync(target, 0o777),
    "belongs to another user, or is writable by other users.",
  ],
])("npm run build refuses a folder that %s, before it builds", (name, spoil, message) => {
  const target = inside(name.replaceAll(" ", "-"));
  mkdirSync(target);
  spoil(target);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["server/bootstrap/prebuild.mjs", target], {
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([1, `${target} ${message}\n`]);
});

describe("refused without a process of its own:", () => {
  /** The message with which it would exit. */
  function refusalOf(target: string): string {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    jest.spyOn(process, "exit").mockImplementation(() => {
      throw new Error("exit");
    });
    expect(() => prepareTarget(target)).toThrow("exit");
    return String(write.mock.calls[0]?.[0]);
  }
  afterEach(() => jest.restoreAllMocks());

  test("a folder of another user", () => {
    mkdirSync(inside("foreign"));
    jest.spyOn(process, "getuid").mockReturnValue(statSync(folder).uid + 1);
    expect(refusalOf(inside("foreign"))).toContain("belongs to another user");
  });

  test("a link, which others may have made", () => {
    symlinkSync(inside("empty"), inside("link"));
    expect(refusalOf(inside("link"))).toContain("is not a folder");
  });
});
