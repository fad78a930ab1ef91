import fs, { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { keepLogSmall, startServer } from "@/server/postgres/process";

const LARGE = 10 * 1024 * 1024 + 1;

let folder: string;
let logFile: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-postgres-process-"));
  logFile = path.join(folder, "postgres.log");
  writeFileSync(logFile, "earlier");
  truncateSync(logFile, LARGE);
  writeFileSync(`${logFile}.old`, "old");
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const sizes = () =>
  [logFile, `${logFile}.old`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? "missing");

test("a server starts with an empty log, and an earlier large one is renamed, not copied", () => {
  const { ino } = statSync(logFile);
  const address = { host: folder, port: 5432 };
  startServer({ cluster: folder, logFile, address, program: "true", settings: {}, identity: { kind: "self" } });
  expect(statSync(`${logFile}.old`).ino).toBe(ino);
  expect(sizes()).toEqual([0, LARGE]);
});

test("the log of a running server is copied and emptied", () => {
  const { ino } = statSync(logFile);
  keepLogSmall(logFile);
  expect(sizes()).toEqual([0, LARGE]);
  expect(statSync(logFile).ino).toBe(ino);
  expect(readFileSync(`${logFile}.old`, "utf8").startsWith("earlier")).toBe(true);
});

test.each(["ENOSPC", "EDQUOT"])("a log that can't be copied since the disk is full is emptied (%s)", (code) => {
  failToCopy(code);
  keepLogSmall(logFile);
  expect(sizes()).toEqual([0, "missing"]);
});

test("a log that can't be copied for another reason stays", () => {
  failToCopy("EACCES");
  expect(() => keepLogSmall(logFile)).toThrow("EACCES");
  expect(sizes()).toEqual([LARGE, 3]);
});

function failToCopy(code: string): void {
  jest.spyOn(fs, "copyFileSync").mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}
