import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EnvError } from "@/lib/env";
import { readOrMakeSecret } from "@/lib/secret-file";

const folder = mkdtempSync(path.join(tmpdir(), "hop-secret-"));
const file = path.join(folder, "auth-secret");
const read = () => readOrMakeSecret(file, 32, "delete it");

afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret is created once, readable by its owner only, without temporary files left", () => {
  const secret = read();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(read()).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["auth-secret"]);
});

test.each([
  ["empty", "", "is empty"],
  ["of a line end only", "\n", "is empty"],
  ["cut off", "abc\n", "is too short"],
])("a file that is %s is rejected with one line and left unchanged", (_name, content, problem) => {
  writeFileSync(file, content);
  expect(read).toThrow(EnvError);
  expect(read).toThrow(`DATA_DIR: ${file} ${problem}: delete it.`);
  expect(readFileSync(file, "utf8")).toBe(content);
});
