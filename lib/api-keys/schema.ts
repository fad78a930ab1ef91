import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/api-keys/types";
import { formatCount } from "@/lib/format";
import { isReadableName, NAME_CHARSET, toName } from "@/lib/name";
import * as z from "@/lib/zod";

const NAME_MAX_LENGTH = 100;
export const RATE_LIMIT_DEFAULT = 100;
export const SCOPES_DEFAULT: readonly ApiKeyScope[] = ["create", "read"];
const RATE_LIMIT_MIN = 1;
const RATE_LIMIT_MAX = 100_000;

export const NAME_REQUIRED = "Please enter a name for the API key";
export const NAME_TOO_LONG = `API key name must be at most ${NAME_MAX_LENGTH} characters`;
export const SCOPES_INVALID = "`scopes` must be an array of create, read, update, delete.";
export const SCOPES_EMPTY = "Select at least one scope";
export const RATE_LIMIT_TOO_SMALL = `Rate limit must be at least ${RATE_LIMIT_MIN}`;
export const RATE_LIMIT_TOO_LARGE = `Rate limit cannot exceed ${formatCount(RATE_LIMIT_MAX)}`;
export const EXPIRY_INVALID = "Expiry must be a date and time with a time zone, for example 2030-12-31T23:59:59Z";
export const EXPIRY_TOO_LATE = "Expiry must be before the year 10000";
export const EXPIRY_PAST = "Expiry must be in the future";

/** From the year 10000 on (UTC), a date that the database returns is not a valid `Date`. */
export const LATEST_EXPIRY = "9999-12-31T23:59:59.999Z";

/** A year of more than four digits, with or without the sign that ISO 8601 asks for. */
const LONG_YEAR = /^\+?\d{5,}-/;

/** Parsed as a number; defaults to 100 if not numeric (spec section 5). */
const rateLimitSchema = z
  .unknown()
  .optional()
  .transform(toRateLimit)
  .pipe(z.number().min(RATE_LIMIT_MIN, RATE_LIMIT_TOO_SMALL).max(RATE_LIMIT_MAX, RATE_LIMIT_TOO_LARGE));

export const createApiKeySchema = z.object({
  name: z
    .string({ error: NAME_REQUIRED })
    .overwrite(toName)
    .min(1, NAME_REQUIRED)
    .max(NAME_MAX_LENGTH, NAME_TOO_LONG)
    .refine(isReadableName, NAME_CHARSET),
  scopes: z
    .array(z.enum(API_KEY_SCOPES, SCOPES_INVALID), SCOPES_INVALID)
    .min(1, SCOPES_EMPTY)
    .transform((selected) => API_KEY_SCOPES.filter((scope) => selected.includes(scope)))
    .default([...SCOPES_DEFAULT]),
  rateLimit: rateLimitSchema,
  expiresAt: z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (LONG_YEAR.test(String(input)) ? EXPIRY_TOO_LATE : EXPIRY_INVALID),
    })
    .refine((expiresAt) => Date.parse(expiresAt) <= Date.parse(LATEST_EXPIRY), EXPIRY_TOO_LATE)
    .refine((expiresAt) => Date.parse(expiresAt) > Date.now(), EXPIRY_PAST)
    .nullish(),
});

export type CreateApiKeyInput = z.infer<typeof createApiKeySchema>;
/** Values of the form before validation. */
export type CreateApiKeyFields = z.input<typeof createApiKeySchema>;

function toRateLimit(value: unknown): number {
  const isText = typeof value === "string" && value.trim() !== "";
  const number = isText || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? RATE_LIMIT_DEFAULT : Math.trunc(number);
}
