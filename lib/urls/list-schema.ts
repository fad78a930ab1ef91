import { CURSOR_INVALID, countUpTo, DEFAULT_PAGE_SIZE, pageFields, searchSchema } from "@/lib/list-query";
import { URL_STATUS_INVALID } from "@/lib/urls/schema";
import { MAX_UNKNOWN_CODES, SHORT_CODE_SYNTAX, URL_STATUS_FILTERS, URL_STATUSES } from "@/lib/urls/types";
import * as z from "@/lib/zod";

/** A leading minus means descending. Codes sort case-insensitively. */
export const URL_SORTS = [
  "createdAt",
  "-createdAt",
  "clickCount",
  "-clickCount",
  "shortCode",
  "-shortCode",
  "originalUrl",
  "-originalUrl",
] as const;
/** Sort orders of the public API. The order of changes has an index only within a group. */
const API_URL_SORTS = [...URL_SORTS, "updatedAt", "-updatedAt"] as const;
export type UrlSort = (typeof API_URL_SORTS)[number];

export const URL_SORT_INVALID =
  "`sort` must be one of createdAt, clickCount, shortCode, originalUrl; prefix with - for descending order.";
const API_URL_SORT_INVALID =
  "`sort` must be one of createdAt, updatedAt, clickCount, shortCode, originalUrl; prefix with - for descending order.";
const UPDATED_SINCE_INVALID =
  "`updatedSince` must be a date and time with a time zone, for example 2027-01-15T09:30:00Z.";
export const CREATOR_INVALID = "`creator` must be a UUID or none.";
const CREATOR_ID_INVALID = "`id` must be a UUID.";
export const STATUS_FILTER_INVALID = "`status` must be active, paused, deleted or all.";
export const GROUP_FILTER_INVALID = "`group` must be a UUID or none.";

const UNKNOWN_LIMIT_INVALID = `\`limit\` must be a whole number from 1 to ${MAX_UNKNOWN_CODES}.`;
const DISMISSED_INVALID = "`isDismissed` must be true or false.";

/** Separates the id from the click count, time of change or short code, in cursors of lists sorted by them. */
export const CURSOR_SEPARATOR = "~";
/** Precede the sort key in cursors of these orders, so that none is taken for a click count. */
export const SORT_KEY_MARKS = { shortCode: ".", updatedAt: "@" } as const;
const SORT_KEY = new RegExp(`^(?:@?\\d{1,15}|\\.${SHORT_CODE_SYNTAX})$`);

const cursorSchema = z.string().refine((cursor) => {
  const [id, value = "0", ...rest] = cursor.split(CURSOR_SEPARATOR);
  return z.uuid().safeParse(id).success && SORT_KEY.test(value) && rest.length === 0;
}, CURSOR_INVALID);

const listFields = {
  ...pageFields,
  cursor: cursorSchema.optional(),
  q: searchSchema,
};

/** The plus sign of an offset such as +02:00 arrives as a space if the client did not percent-encode it. */
function restoreOffset(time: unknown): unknown {
  return typeof time === "string" ? time.replace(/ (?=\d{2}:\d{2}$)/, "+") : time;
}

/** Query of GET /api/v1/urls. */
export const listApiUrlsSchema = z.object({
  limit: pageFields.limit.meta({ default: DEFAULT_PAGE_SIZE, description: "Page size" }),
  cursor: listFields.cursor.describe("From the `Link` of the previous page"),
  q: searchSchema.describe("Up to ten words, each of which must occur in the short code or destination"),
  status: z
    .enum(URL_STATUSES, URL_STATUS_INVALID)
    .optional()
    .describe("Without it, short URLs of every status, deleted ones included"),
  sort: z
    .enum(API_URL_SORTS, API_URL_SORT_INVALID)
    .optional()
    .describe("A leading - means descending. Without it, -createdAt, or with `updatedSince` updatedAt"),
  externalId: z.string().optional().describe("Only the link with this external id"),
  updatedSince: z
    .preprocess(restoreOffset, z.iso.datetime({ offset: true, error: UPDATED_SINCE_INVALID }).optional())
    .describe("Only links created or changed at or after this time, oldest change first by default"),
});

/** Query of GET /api/urls (design section 8). */
export const listUrlsSchema = z.object({
  ...listFields,
  status: z.enum(URL_STATUS_FILTERS, STATUS_FILTER_INVALID).optional(),
  sort: z.enum(URL_SORTS, URL_SORT_INVALID).optional(),
  group: z.union([z.uuid(GROUP_FILTER_INVALID), z.literal("none")], GROUP_FILTER_INVALID).optional(),
  creator: z.union([z.uuid(CREATOR_INVALID), z.literal("none")], CREATOR_INVALID).optional(),
});

/** Query of GET /api/urls/creators. */
export const listCreatorsSchema = z.object({ q: searchSchema, id: z.uuid(CREATOR_ID_INVALID).optional() });

export type ListUrlsQuery = z.infer<typeof listUrlsSchema>;
export type ListCreatorsQuery = z.infer<typeof listCreatorsSchema>;
export type ListApiUrlsQuery = z.infer<typeof listApiUrlsSchema>;

/** Query of GET /api/unknown-codes. */
export const listUnknownCodesSchema = z.object({
  limit: countUpTo(MAX_UNKNOWN_CODES, UNKNOWN_LIMIT_INVALID).optional(),
});

export type ListUnknownCodesQuery = z.infer<typeof listUnknownCodesSchema>;

/** Body of PUT /api/unknown-codes/{code}. */
export const unknownCodeSchema = z.object({ isDismissed: z.boolean(DISMISSED_INVALID) });

/** Query of GET /api/urls/{id}/history. */
export const urlHistorySchema = z.object(pageFields);

export type UrlHistoryQuery = z.infer<typeof urlHistorySchema>;
