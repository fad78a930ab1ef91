import { formatBackupAddress, parseBackupAddress } from "@/lib/backup-address";
import * as z from "@/lib/zod";

const PASSPHRASE_MIN_LENGTH = 12;
const ADDRESS_UNREADABLE = "must be an absolute path or s3://bucket/prefix";
const ENDPOINT_UNREADABLE = "must be an http:// or https:// address without user name and password";

/** Divisors of a day, so that backups are made at the same hours every day. */
const BACKUP_INTERVALS = ["1", "2", "3", "4", "6", "8", "12", "24"] as const;

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

function readAddress(text: string, context: z.RefinementCtx): string {
  const address = parseBackupAddress(text);
  if (address) return formatBackupAddress(address);
  context.addIssue({ code: "custom", message: ADDRESS_UNREADABLE });
  return z.NEVER;
}

/** Variables for scheduled backups. Those for S3 use the names of the AWS SDK. */
export const backupVariables = {
  BACKUP_TO: z
    .string()
    .transform(readAddress)
    .optional()
    .describe("Folder, or s3://bucket/prefix, for scheduled backups. Unset: none are made."),
  BACKUP_EVERY_HOURS: z
    .enum(BACKUP_INTERVALS, `must be one of ${BACKUP_INTERVALS.join(", ")}`)
    .default("24")
    .transform(Number)
    .describe("Hours between scheduled backups: 1, 2, 3, 4, 6, 8, 12 or 24, counted from 03:00 in TIME_ZONE."),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14).describe("Number of scheduled backups to keep."),
  BACKUP_PASSPHRASE: z
    .string()
    .min(PASSPHRASE_MIN_LENGTH, `must be at least ${PASSPHRASE_MIN_LENGTH} characters long`)
    .optional()
    .describe("Encrypts and decrypts backups; without it they can't be restored. Unset: not encrypted."),
  AWS_ENDPOINT_URL: z
    .string()
    .refine(isEndpoint, ENDPOINT_UNREADABLE)
    .optional()
    .describe("Address of the S3-compatible storage of BACKUP_TO. Unset: Amazon S3."),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/i, "must be the name of a region, such as eu-central-1")
    .default("us-east-1")
    .describe("Region of the bucket in BACKUP_TO."),
  AWS_ACCESS_KEY_ID: z
    .string()
    .regex(/^[!-~]{1,256}$/, "must be text without spaces")
    .optional()
    .describe("Access key for the bucket in BACKUP_TO. Unset: the credentials of the machine's role or profile."),
  AWS_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[!-~]{1,256}$/, "must be text without spaces")
    .optional()
    .describe("Secret of AWS_ACCESS_KEY_ID."),
} as const;
