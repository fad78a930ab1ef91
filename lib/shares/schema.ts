import { isReadableName, NAME_CHARSET, toName } from "@/lib/name";
import { SHARE_RANGES } from "@/lib/shares/types";
import * as z from "@/lib/zod";

const SHARE_NAME_MAX_LENGTH = 100;
export const SHARE_PASSWORD_MIN_LENGTH = 8;
const SHARE_PASSWORD_MAX_LENGTH = 100;
const SHARE_DAYS_MAX = 365;
export const SHARE_DAYS_DEFAULT = 30;
/** Maximum number of active shared pages per link. */
export const MAX_SHARES = 20;

const SHARE_NAME_TOO_LONG = `Name must be at most ${SHARE_NAME_MAX_LENGTH} characters`;
const SHARE_RANGE_INVALID = `\`maxRange\` must be one of ${SHARE_RANGES.join(", ")}.`;
const SHARE_DAYS_INVALID = `\`expiresInDays\` must be a whole number from 1 to ${SHARE_DAYS_MAX}, or null.`;
const SHARE_PASSWORD_LENGTH = `Password must have ${SHARE_PASSWORD_MIN_LENGTH} to ${SHARE_PASSWORD_MAX_LENGTH} characters`;
const SHOWS_DESTINATION_INVALID = "`showsDestination` must be true or false.";
const PASSWORD_REQUIRED = "Enter the password";

export const shareRangeSchema = z.enum(SHARE_RANGES, SHARE_RANGE_INVALID);

/** Body of POST /api/urls/{id}/shares. */
export const createShareSchema = z.object({
  name: z
    .string(SHARE_NAME_TOO_LONG)
    .overwrite(toName)
    .max(SHARE_NAME_MAX_LENGTH, SHARE_NAME_TOO_LONG)
    .refine(isReadableName, NAME_CHARSET)
    .transform((name) => name || null)
    .nullish(),
  maxRange: shareRangeSchema.default("30d"),
  /** Null if it does not expire. */
  expiresInDays: z
    .int(SHARE_DAYS_INVALID)
    .min(1, SHARE_DAYS_INVALID)
    .max(SHARE_DAYS_MAX, SHARE_DAYS_INVALID)
    .nullable()
    .default(SHARE_DAYS_DEFAULT),
  password: z
    .string(SHARE_PASSWORD_LENGTH)
    .min(SHARE_PASSWORD_MIN_LENGTH, SHARE_PASSWORD_LENGTH)
    .max(SHARE_PASSWORD_MAX_LENGTH, SHARE_PASSWORD_LENGTH)
    .nullish(),
  showsDestination: z.boolean(SHOWS_DESTINATION_INVALID).default(false),
});

export type CreateShareInput = z.infer<typeof createShareSchema>;
/** Values of the form before validation. */
export type CreateShareFields = z.input<typeof createShareSchema>;

/** Body of POST /api/analytics/shared. Its lengths only bound the work. */
export const unlockShareSchema = z.object({
  token: z.string().max(200),
  password: z.string(PASSWORD_REQUIRED).min(1, PASSWORD_REQUIRED).max(SHARE_PASSWORD_MAX_LENGTH, SHARE_PASSWORD_LENGTH),
});

export type UnlockShareInput = z.infer<typeof unlockShareSchema>;
