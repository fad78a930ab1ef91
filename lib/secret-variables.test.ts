import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EnvError, parseEnv } from "@/lib/env";
import { SECRET_VARIABLES } from "@/lib/secret-variables";
import { shortestOf } from "@/lib/testing/stalls";

const SECRET = "hunter2-hunter2-hunter2-hunter2-hunter2";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

function complaints(variables: Record<string, string>): string[] {
  try {
    parseEnv(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.lines;
  }
}

test.each(["", "\n", "\r\n", "\n\n"])("a secret is read from its file without the trailing %j", (end) => {
  const file = write("good", SECRET + end);
  expect(parseEnv({ AUTH_SECRET_FILE: file })).toMatchObject({ AUTH_SECRET: SECRET });
});

test("every secret can come from a file, even through a symbolic link, as Kubernetes mounts it", () => {
  const url = write("url", "postgresql://hop:p%40ss@db.example/hop\n");
  symlinkSync(write("target", `\uFEFF${SECRET}\n`), path.join(folder, "link"));
  const link = path.join(folder, "link");
  const files = {
    DATABASE_URL_FILE: url,
    DATABASE_REPLICA_URL_FILE: url,
    AUTH_SECRET_FILE: link,
    AUTH_SECRET_PREVIOUS_FILE: link,
    SMTP_PASSWORD_FILE: link,
    BACKUP_PASSPHRASE_FILE: link,
    AWS_SECRET_ACCESS_KEY_FILE: link,
  };
  expect(Object.keys(files).sort()).toEqual(SECRET_VARIABLES.map((name) => `${name}_FILE`).sort());
  expect(parseEnv({ ...files, AWS_ACCESS_KEY_ID: "id" })).toMatchObject({
    DATABASE_URL: "postgresql://hop:p%40ss@db.example/hop",
    AUTH_SECRET: SECRET,
    AUTH_SECRET_PREVIOUS: [SECRET, SECRET],
    SMTP_PASSWORD: SECRET,
    BACKUP_PASSPHRASE: SECRET,
    AWS_SECRET_ACCESS_KEY: SECRET,
  });
});

test("an empty path or an empty variable counts as unset", () => {
  expect(complaints({ AUTH_SECRET_FILE: "", AUTH_SECRET: SECRET })).toEqual([]);
  expect(complaints({ AUTH_SECRET_FILE: write("only", SECRET), AUTH_SECRET: "" })).toEqual([]);
});

test("a secret and its file together are refused", () => {
  expect(complaints({ SMTP_PASSWORD: "p", SMTP_PASSWORD_FILE: write("both", SECRET) })).toEqual([
    "SMTP_PASSWORD_FILE: must not be set together with SMTP_PASSWORD",
  ]);
});

test.each([
  ["does not exist", () => path.join(folder, "missing")],
  ["is empty", () => write("empty", "")],
  ["is empty", () => write("newline", "\n")],
  ["is not a regular file", () => folder],
  ["is not a regular file", () => "/dev/zero"],
  ["is not one line of text", () => write("lines", `${SECRET}\n${SECRET}\n`)],
  ["is not one line of text", () => write("nul", `${SECRET}\0`)],
  ["is not text in UTF-8", () => write("binary", Buffer.from([0xff, 0xfe, 0x80]))],
  ["is larger than 64 KiB", makeGigabyte],
  ["is not a regular file", makePipe],
  ["cannot be read (ENOTDIR)", () => path.join(write("file", SECRET), "inside")],
])("a file that %s is refused", async (why, make) => {
  const file = make();
  const refuse = async () => {
    const began = performance.now();
    expect(complaints({ AUTH_SECRET_FILE: file })).toEqual([
      `AUTH_SECRET_FILE: must be the path of a file with the secret; "${file}" ${why}`,
    ]);
    return performance.now() - began;
  };
  expect(await shortestOf(4, 1_000, refuse)).toBeLessThan(1_000);
});

function makeGigabyte(): string {
  const file = write("huge", SECRET);
  // A sparse file, which takes no space.
  truncateSync(file, 1024 ** 3);
  return file;
}

function makePipe(): string {
  const file = path.join(folder, "pipe");
  execFileSync("mkfifo", [file]);
  return file;
}

test("a file that may not be read is refused", () => {
  const file = write("locked", SECRET);
  chmodSync(file, 0o000);
  chmodSync(folder, 0o755);
  const uid = process.geteuid?.();
  // Root may read everything.
  if (uid === 0) process.seteuid?.(65_534);
  try {
    expect(complaints({ AUTH_SECRET_FILE: file })).toEqual([expect.stringMatching(/ cannot be read \(EACCES\)$/)]);
  } finally {
    if (uid === 0) process.seteuid?.(0);
  }
});

test.each([
  ["AUTH_SECRET", "hunter2"],
  ["DATABASE_URL", "mysql://u:hunter2@db"],
])("an invalid %s from a file is refused under the name of the file's variable and not echoed", (name, value) => {
  const lines = complaints({ [`${name}_FILE`]: write("bad", value) });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}_FILE: must `))]);
  expect(lines.join()).not.toContain("hunter2");
});

test("afterwards, the environment of the process holds the value, and .env can't bring the file back", () => {
  process.env.SMTP_PASSWORD_FILE = write("once", SECRET);
  jest.isolateModules(() => {
    const { env } = require("@/lib/env") as typeof import("@/lib/env");
    expect(env().SMTP_PASSWORD).toBe(SECRET);
  });
  expect(process.env).toMatchObject({ SMTP_PASSWORD: SECRET, SMTP_PASSWORD_FILE: "" });
  expect(parseEnv(process.env).SMTP_PASSWORD).toBe(SECRET);
  delete process.env.SMTP_PASSWORD;
  delete process.env.SMTP_PASSWORD_FILE;
});
