import { createHash, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { BackupError } from "@/lib/backup/error";
import * as z from "@/lib/zod";

const MAGIC = "hop-backup";
const FORMAT = 1;
/** Far more than the names of all migrations need. */
export const MAX_HEADER_BYTES = 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** OWASP's recommendation for scrypt: 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAX_MEMORY = 256 * 1024 * 1024;
const NEWLINE = "\n";

const encryptionSchema = z.object({
  kdf: z.literal("scrypt"),
  salt: z.base64(),
  N: z.number().int().max(COST.N),
  r: z.number().int().max(COST.r),
  p: z.number().int().max(COST.p),
});

/** Printed verbatim, so no control characters, which a terminal would interpret. */
const printable = z.string().regex(/^[ -~]{1,200}$/);

/** A century. Limited because each month becomes a table. */
const MAX_MONTHS = 1_200;

const headerSchema = z.object({
  /** ISO 8601: when the snapshot was taken. */
  createdAt: z.iso.datetime(),
  hopVersion: printable,
  postgresVersion: printable,
  /** Time zone in which days are counted. */
  timeZone: printable,
  migrations: z.array(z.object({ name: printable, checksum: printable })),
  /** The months of the partitions of each partitioned table, as YYYY-MM. */
  months: z.record(printable, z.array(z.string().regex(/^\d{4}-\d{2}$/)).max(MAX_MONTHS)),
  encryption: encryptionSchema.nullable(),
});

/** The part that can be read without the passphrase. */
export type BackupHeader = z.output<typeof headerSchema>;
export type BackupFacts = Omit<BackupHeader, "encryption">;

/** Seals the rest of the file. Includes the header's hash, so that neither part can be replaced. */
export type SealKey = { headerHash: Buffer; key: Buffer | null };

/** The first line of the file: a name, the format's number, and the header as JSON. */
export async function encodeHeader(
  facts: BackupFacts,
  passphrase: string | undefined,
): Promise<{ header: BackupHeader; line: Buffer; sealKey: SealKey }> {
  const salt = randomBytes(SALT_BYTES).toString("base64");
  const encryption = passphrase === undefined ? null : { kdf: "scrypt" as const, salt, ...COST };
  const header: BackupHeader = { ...facts, encryption };
  const line = Buffer.from(`${MAGIC} ${FORMAT} ${JSON.stringify(header)}${NEWLINE}`);
  return { header, line, sealKey: await sealKeyOf(line, encryption, passphrase) };
}

/** @throws BackupError if it isn't a header, or has a format that this version doesn't know */
export function decodeHeader(line: Buffer): BackupHeader {
  const match = /^hop-backup (\d+) (.*)\n$/s.exec(line.toString("utf8"));
  if (!match) throw new BackupError("Not a Hop backup.");
  if (Number(match[1]) > FORMAT)
    throw new BackupError("This backup was made by a newer version of Hop: upgrade first.");
  const { data } = headerSchema.safeParse(parseJson(match[2] ?? ""));
  if (!data) throw damaged("its header cannot be read");
  return data;
}

/** Whether a file that starts like this may be a backup. */
export function startsLikeBackup(start: Buffer): boolean {
  const magic = Buffer.from(`${MAGIC} `).subarray(0, start.length);
  return start.subarray(0, magic.length).equals(magic);
}

/** @throws BackupError if the passphrase is missing or not needed */
export async function sealKeyOf(
  line: Buffer,
  encryption: BackupHeader["encryption"],
  passphrase: string | undefined,
): Promise<SealKey> {
  const headerHash = createHash("sha256").update(line).digest();
  if (!encryption) {
    if (passphrase === undefined) return { headerHash, key: null };
    throw new BackupError(
      "This backup is not encrypted: restore it without --passphrase-file and BACKUP_PASSPHRASE, if you trust it.",
    );
  }
  if (passphrase === undefined)
    throw new BackupError(
      "This backup is encrypted: pass the file with its passphrase as --passphrase-file, or set BACKUP_PASSPHRASE.",
    );
  const { salt, N, r, p } = encryption;
  const key = await derive(passphrase, Buffer.from(salt, "base64"), { N, r, p }).catch(() => {
    throw damaged("its header cannot be read");
  });
  return { headerHash, key };
}

function derive(passphrase: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const run = promisify<string, Buffer, number, object, Buffer>(scrypt);
  return run(passphrase.normalize("NFC"), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY });
}

/** @param how the problem that was found */
export function damaged(how: string): BackupError {
  return new BackupError(`The backup is damaged: ${how}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
