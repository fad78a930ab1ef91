import { closeSync, openSync, readSync, statSync } from "node:fs";

/**
 * Variables that may come from a file, like container secrets: AUTH_SECRET_FILE is the path of a file with AUTH_SECRET.
 */
export const SECRET_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "SMTP_PASSWORD",
  "BACKUP_PASSPHRASE",
  "AWS_SECRET_ACCESS_KEY",
] as const;

/** Far more than a secret needs, but quick to read. */
const MAX_BYTES = 64 * 1024;

type Variables = Record<string, string | undefined>;
type Outcome = { value: string } | { problem: string };

/**
 * Reads the secrets whose files are given.
 *
 * @returns the values by name, and one line for each file that can't be used, which never quotes its contents
 */
export function readSecretVariables(source: Variables): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const file = source[fileVariable(name)];
    if (!file) continue;
    const outcome = source[name] ? { problem: `must not be set together with ${name}` } : readSecret(file);
    if ("value" in outcome) values[name] = outcome.value;
    else problems.push(`${fileVariable(name)}: ${outcome.problem}`);
  }
  return { values, problems };
}

export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/**
 * One line of text, without its trailing newline, which editors and `echo` add; or the reason why the file can't be
 * used.
 */
export function readSecret(file: string): Outcome {
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(file).isFile()) return refuse(file, "is not a regular file");
    const bytes = readStart(file, MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) return refuse(file, `is larger than ${MAX_BYTES / 1024} KiB`);
    const value = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/[\r\n]+$/, "");
    if (value === "") return refuse(file, "is empty");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    return /[\x00-\x08\x0a-\x1f\x7f]/.test(value) ? refuse(file, "is not one line of text") : { value };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return refuse(file, "is not text in UTF-8");
    return refuse(file, code === "ENOENT" ? "does not exist" : `cannot be read (${code})`);
  }
}

function refuse(file: string, why: string): Outcome {
  return { problem: `must be the path of a file with the secret; ${JSON.stringify(file)} ${why}` };
}

function readStart(file: string, bytes: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes; length += read) {
      read = readSync(descriptor, buffer, length, bytes - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
