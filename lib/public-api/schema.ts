import { z } from "zod";
import { emailSchema } from "@/lib/auth/schema";
import {
  originalUrlSchema,
  shortCodeSchema,
  URL_MAX_LENGTH,
  URL_MIN_LENGTH,
  URL_STATUS_INVALID,
} from "@/lib/urls/schema";
import { URL_STATUSES } from "@/lib/urls/types";

export const BULK_MAX_ITEMS = 100;
/** A hundred items with the longest destinations. */
export const BULK_MAX_BODY_BYTES = 512 * 1024;
export const STATS_DEFAULT_DAYS = 30;
export const STATS_MAX_DAYS = 366;

export const BULK_EMPTY = "urls must be a list of 1 to 100 items";
export const ITEM_NO_OBJECT = "Each item must be a JSON object";
export const DAYS_INVALID = "Days must be a whole number from 1 to 366";
export const IDEMPOTENCY_KEY_INVALID = "Idempotency-Key must be 1 to 255 visible ASCII characters";

/** For the reference: what the check of destinations is to JSON Schema. */
const DESTINATION = { format: "uri", minLength: URL_MIN_LENGTH, maxLength: URL_MAX_LENGTH };

/** Body of POST /api/v1/urls (spec section 7). */
export const createApiUrlSchema = z.object(
  {
    url: originalUrlSchema.meta({ ...DESTINATION, description: "The destination, http:// or https://" }),
    shortCode: shortCodeSchema.nullish().describe("Empty or left out: a code is made"),
    email: emailSchema
      .meta({ format: "email" })
      .nullish()
      .describe(
        "An active member of the key's group, who is then the link's creator, and against whose limit it counts. " +
          "Left out: the link belongs to the group and counts against nobody's limit",
      ),
  },
  ITEM_NO_OBJECT,
);

/** Body of PATCH /api/v1/urls/{id}: what is left out stays. */
export const updateApiUrlSchema = z.object({
  url: originalUrlSchema.optional().meta({ ...DESTINATION, description: "The new destination" }),
  status: z.enum(URL_STATUSES, URL_STATUS_INVALID).optional(),
});

/** Body of POST /api/v1/urls/bulk. Each item is checked by itself, so that one bad one does not stop the others. */
export const createApiUrlsSchema = z.object({
  urls: z.array(z.unknown(), BULK_EMPTY).min(1, BULK_EMPTY).max(BULK_MAX_ITEMS, BULK_EMPTY),
});

/** Query of GET /api/v1/urls/{id}/stats. */
export const statsQuerySchema = z.object({
  days: z.coerce
    .number(DAYS_INVALID)
    .int(DAYS_INVALID)
    .min(1, DAYS_INVALID)
    .max(STATS_MAX_DAYS, DAYS_INVALID)
    .default(STATS_DEFAULT_DAYS)
    .describe("How many days of the installation's time zone, today the last"),
});

export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, IDEMPOTENCY_KEY_INVALID);

export type CreateApiUrlInput = z.infer<typeof createApiUrlSchema>;
export type UpdateApiUrlInput = z.infer<typeof updateApiUrlSchema>;
export type CreateApiUrlsInput = z.infer<typeof createApiUrlsSchema>;
export type StatsQuery = z.infer<typeof statsQuerySchema>;
