import { z } from "zod";
import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/api-keys/types";

export const NAME_MAX_LENGTH = 100;
export const RATE_LIMIT_DEFAULT = 100;
export const SCOPES_DEFAULT: readonly ApiKeyScope[] = ["create", "read"];
export const RATE_LIMIT_MIN = 1;
export const RATE_LIMIT_MAX = 100_000;

export const NAME_REQUIRED = "Please enter a name for the API key";
export const NAME_TOO_LONG = "API key name must be at most 100 characters";
export const SCOPES_INVALID = "Scopes must be a list of create, read, update and delete";
export const SCOPES_EMPTY = "Please choose at least one scope";
export const RATE_LIMIT_TOO_SMALL = "Rate limit must be at least 1";
export const RATE_LIMIT_TOO_LARGE = "Rate limit cannot exceed 100,000";
export const EXPIRY_INVALID = "Expiry must be a date and time such as 2030-12-31T23:59:59Z";
export const EXPIRY_PAST = "Expiry must be in the future";

/** Spec section 5: parsed as a number, 100 where it is none. */
const rateLimitSchema = z
  .unknown()
  .optional()
  .transform(toRateLimit)
  .pipe(z.number().min(RATE_LIMIT_MIN, RATE_LIMIT_TOO_SMALL).max(RATE_LIMIT_MAX, RATE_LIMIT_TOO_LARGE));

export const createApiKeySchema = z.object({
  name: z.string({ error: NAME_REQUIRED }).trim().min(1, NAME_REQUIRED).max(NAME_MAX_LENGTH, NAME_TOO_LONG),
  scopes: z
    .array(z.enum(API_KEY_SCOPES, SCOPES_INVALID), SCOPES_INVALID)
    .min(1, SCOPES_EMPTY)
    .transform((chosen) => API_KEY_SCOPES.filter((scope) => chosen.includes(scope)))
    .default([...SCOPES_DEFAULT]),
  rateLimit: rateLimitSchema,
  expiresAt: z.iso
    .datetime({ offset: true, error: EXPIRY_INVALID })
    .refine((expiresAt) => Date.parse(expiresAt) > Date.now(), EXPIRY_PAST)
    .nullish(),
});

export type CreateApiKeyInput = z.infer<typeof createApiKeySchema>;
/** What a form holds of it before it is checked. */
export type CreateApiKeyFields = z.input<typeof createApiKeySchema>;

function toRateLimit(value: unknown): number {
  const isText = typeof value === "string" && value.trim() !== "";
  const number = isText || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? RATE_LIMIT_DEFAULT : Math.trunc(number);
}
