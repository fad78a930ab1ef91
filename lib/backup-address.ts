import path from "node:path";

/** Location of backups: a folder, or the part of a bucket below a prefix (empty, or ending with a slash). */
type BackupAddress = { kind: "folder"; folder: string } | { kind: "s3"; bucket: string; prefix: string };

const SCHEME = "s3://";
/** Amazon S3, "Bucket naming rules". */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** An object's key has at most 1,024 bytes; a name is added. */
const MAX_PREFIX_BYTES = 900;
const MAX_PATH_BYTES = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\x00-\x1f\x7f\\]/;

/** Parses an absolute path, or s3://bucket/prefix. @returns null for anything else */
export function parseBackupAddress(text: string): BackupAddress | null {
  if (CONTROL.test(text)) return null;
  if (text.startsWith("/"))
    return Buffer.byteLength(text) > MAX_PATH_BYTES ? null : { kind: "folder", folder: path.resolve(text) };
  if (!text.startsWith(SCHEME)) return null;
  const [bucket = "", ...rest] = text.slice(SCHEME.length).split("/");
  const segments = rest.at(-1) === "" ? rest.slice(0, -1) : rest;
  const isPlain = segments.every((segment) => !["", ".", ".."].includes(segment));
  const prefix = segments.map((segment) => `${segment}/`).join("");
  if (!BUCKET.test(bucket) || !isPlain || Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) return null;
  return { kind: "s3", bucket, prefix };
}

/** Formats an address as operators write it. */
export function formatBackupAddress(address: BackupAddress): string {
  if (address.kind === "folder") return address.folder;
  return `${SCHEME}${address.bucket}/${address.prefix}`.replace(/\/$/, "");
}
