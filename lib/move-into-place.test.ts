import fs, { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { moveIntoPlace } from "@/lib/move-into-place";

const folder = mkdtempSync(path.join(tmpdir(), "hop-move-"));
const [file, unfinished] = [path.join(folder, "file"), path.join(folder, "unfinished")];

beforeEach(() => writeFileSync(unfinished, "new"));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(file, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["with hard links", () => undefined],
  [
    "without hard links",
    () =>
      jest.spyOn(fs, "linkSync").mockImplementation(() => {
        throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
      }),
  ],
])("on a file system %s", (_name, prepare) => {
  beforeEach(() => void prepare());

  test("a finished file gets its name", () => {
    expect(moveIntoPlace(unfinished, file)).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("new");
  });

  test("a file of this name is left as it is", () => {
    writeFileSync(file, "old");
    expect(moveIntoPlace(unfinished, file)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(existsSync(unfinished)).toBe(true);
  });
});
