import { z } from "zod";
import { CURSOR_INVALID, pageFields, searchSchema } from "@/lib/list-query";
import { GROUP_INVALID, URL_STATUS_INVALID } from "@/lib/urls/schema";
import { URL_STATUSES } from "@/lib/urls/types";

/** With a minus: the other way round. Codes are sorted whatever their case. */
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
export type UrlSort = (typeof URL_SORTS)[number];

export const URL_SORT_INVALID =
  "Sort must be createdAt, clickCount, shortCode or originalUrl, with - before it to turn it round";
export const CREATOR_INVALID = "Invalid creator";

/** Between the id and the number of clicks in the cursor of a list that is sorted by clicks. */
export const CURSOR_SEPARATOR = "~";

const cursorSchema = z.string().refine((cursor) => {
  const [id, clickCount = "0", ...rest] = cursor.split(CURSOR_SEPARATOR);
  return z.uuid().safeParse(id).success && /^\d{1,15}$/.test(clickCount) && rest.length === 0;
}, CURSOR_INVALID);

/** Query of GET /api/v1/urls: the key says whose. */
export const listApiUrlsSchema = z.object({
  ...pageFields,
  cursor: cursorSchema.optional(),
  q: searchSchema,
  status: z.enum(URL_STATUSES, URL_STATUS_INVALID).optional(),
  sort: z.enum(URL_SORTS, URL_SORT_INVALID).optional(),
});

/** Query of GET /api/urls (design section 8). */
export const listUrlsSchema = listApiUrlsSchema.extend({
  group: z.union([z.uuid(GROUP_INVALID), z.literal("none")], GROUP_INVALID).optional(),
  creator: z.uuid(CREATOR_INVALID).optional(),
});

export type ListUrlsQuery = z.infer<typeof listUrlsSchema>;
