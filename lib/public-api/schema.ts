import { emailSchema } from "@/lib/email";
import { countUpTo } from "@/lib/list-query";
import { isVisible } from "@/lib/name";
import { checkRange, urlStatsFields } from "@/lib/stats/schema";
import {
  originalUrlSchema,
  shortCodeSchema,
  URL_MAX_LENGTH,
  URL_MIN_LENGTH,
  URL_STATUS_INVALID,
} from "@/lib/urls/schema";
import { URL_STATUSES } from "@/lib/urls/types";
import * as z from "@/lib/zod";

export const BULK_MAX_ITEMS = 100;
/** Enough for as many items with maximum-length destinations. */
export const BULK_MAX_BODY_BYTES = 512 * 1024;
const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
const EXTERNAL_ID_MAX_LENGTH = 255;
const STATS_MAX_DAYS = 366;

export const BULK_EMPTY = `\`urls\` must be an array of 1 to ${BULK_MAX_ITEMS} items.`;
export const BULK_IDS_INVALID = `\`ids\` must be 1 to ${BULK_MAX_ITEMS} ids or short codes, separated by commas.`;
export const EXTERNAL_ID_INVALID = `\`externalId\` must be 1 to ${EXTERNAL_ID_MAX_LENGTH} characters, without control or other invisible characters.`;
export const ITEM_ID_REQUIRED = "`id` must be an id or a short code.";
export const ITEM_NOT_AN_OBJECT = "The item must be a JSON object";
export const DAYS_INVALID = `\`days\` must be an integer from 1 to ${STATS_MAX_DAYS}.`;
export const DAYS_OR_RANGE = "Use only one of `days`, `range`, or `from` and `to`.";
export const IDEMPOTENCY_KEY_INVALID = `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible ASCII characters`;

export function unknownField(name: string, known: string[]): string {
  return `Unknown field \`${name}\`; this call accepts ${known.map((field) => `\`${field}\``).join(", ")}.`;
}

type StrictIssue = z.core.$ZodIssueInvalidType<unknown> | z.core.$ZodIssueUnrecognizedKeys;

/** Error messages of a strict object. */
function strictly(shape: object): { error: z.core.$ZodErrorMap<StrictIssue> } {
  return {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? unknownField(issue.keys[0] ?? "", Object.keys(shape)) : ITEM_NOT_AN_OBJECT,
  };
}

/** The JSON Schema of destinations, for the reference. They need not be a URI in the strict sense of RFC 3986. */
const DESTINATION = { minLength: URL_MIN_LENGTH, maxLength: URL_MAX_LENGTH };

const newUrl = {
  url: originalUrlSchema.meta({ ...DESTINATION, description: "The destination, http:// or https://" }),
  shortCode: shortCodeSchema.nullish().describe("Omit to generate one"),
  email: emailSchema
    .meta({ format: "email" })
    .nullish()
    .describe(
      "An active member of the key's group, who becomes the link's creator; the link counts against their limit. " +
        "If omitted, the link has no creator and counts against no limit",
    ),
};

const externalIdSchema = z
  .string(EXTERNAL_ID_INVALID)
  .min(1, EXTERNAL_ID_INVALID)
  .max(EXTERNAL_ID_MAX_LENGTH, EXTERNAL_ID_INVALID)
  .refine(isVisible, EXTERNAL_ID_INVALID)
  .meta({ description: "Your own id for what the link points to; unique in the key's group" });

/** Body of POST /api/v1/urls (spec section 7). */
export const createApiUrlSchema = z
  .object(
    {
      ...newUrl,
      externalId: externalIdSchema
        .nullish()
        .describe("Your own id for what the link points to; 409 if a link of the key's group has it"),
    },
    ITEM_NOT_AN_OBJECT,
  )
  .meta({ id: "NewUrl" });

const changes = {
  url: originalUrlSchema.optional().meta({ ...DESTINATION, description: "The new destination" }),
  status: z.enum(URL_STATUSES, URL_STATUS_INVALID).optional(),
  externalId: externalIdSchema
    .nullish()
    .describe(
      "Your own id for what the link points to; 409 if another link of the key's group has it; null removes it",
    ),
};

/** Body of PATCH /api/v1/urls/{id}. Omitted fields stay unchanged; a misspelt one must not look like a success. */
export const updateApiUrlSchema = z.strictObject(changes, strictly(changes)).meta({ id: "UrlChanges" });

/** Body of POST /api/v1/urls/bulk. Items are validated individually, so that invalid ones do not affect the others. */
export const createApiUrlsSchema = z.object({
  urls: z.array(z.unknown(), BULK_EMPTY).min(1, BULK_EMPTY).max(BULK_MAX_ITEMS, BULK_EMPTY),
});

const upsert = { externalId: externalIdSchema, ...newUrl };

/** Body of PUT /api/v1/urls. */
export const upsertApiUrlSchema = z.strictObject(upsert, strictly(upsert)).meta({ id: "UrlUpsert" });

const itemChanges = {
  id: z.string(ITEM_ID_REQUIRED).min(1, ITEM_ID_REQUIRED).describe("Id or short code (case-insensitive)"),
  ...changes,
};

/** An item of PATCH /api/v1/urls/bulk. */
export const updateApiUrlItemSchema = z.strictObject(itemChanges, strictly(itemChanges)).meta({ id: "UrlChangesItem" });

const updates = createApiUrlsSchema.shape;

/** Body of PATCH /api/v1/urls/bulk. Items are validated individually. */
export const updateApiUrlsSchema = z.strictObject(updates, strictly(updates));

/**
 * Query of DELETE /api/v1/urls/bulk: not a body, which some clients and proxies drop (RFC 9110, section 9.3.5). `ids` is
 * declared as `repeated`: many HTTP clients send lists as `ids=a&ids=b`.
 */
export const deleteApiUrlsSchema = z.object({
  ids: z
    .array(z.string(), BULK_IDS_INVALID)
    .transform((lists) => lists.join())
    .pipe(z.string().min(1, BULK_IDS_INVALID))
    .transform((ids) => ids.split(","))
    .pipe(z.array(z.string()).min(1).max(BULK_MAX_ITEMS, BULK_IDS_INVALID))
    .describe("Ids or short codes (case-insensitive), separated by commas"),
});

/** Query of GET /api/v1/urls/{id}/stats. */
export const statsQuerySchema = z
  .object({
    ...urlStatsFields,
    days: countUpTo(STATS_MAX_DAYS, DAYS_INVALID)
      .optional()
      .describe("Instead of a range, the number of days up to today"),
  })
  .superRefine(({ days, ...query }, context) => {
    if (days !== undefined && (query.range || query.from || query.to)) {
      context.addIssue({ code: "custom", path: ["days"], message: DAYS_OR_RANGE });
    }
    checkRange(query, context);
  });

export const idempotencyKeySchema = z
  .string()
  .max(IDEMPOTENCY_KEY_MAX_LENGTH, IDEMPOTENCY_KEY_INVALID)
  .regex(/^[\x21-\x7e]+$/, IDEMPOTENCY_KEY_INVALID);

export type CreateApiUrlInput = z.infer<typeof createApiUrlSchema>;
export type UpdateApiUrlInput = z.infer<typeof updateApiUrlSchema>;
export type CreateApiUrlsInput = z.infer<typeof createApiUrlsSchema>;
export type UpdateApiUrlsInput = z.infer<typeof updateApiUrlsSchema>;
export type DeleteApiUrlsQuery = z.infer<typeof deleteApiUrlsSchema>;
export type UpsertApiUrlInput = z.infer<typeof upsertApiUrlSchema>;
export type StatsQuery = z.infer<typeof statsQuerySchema>;
