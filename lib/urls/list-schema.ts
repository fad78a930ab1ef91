import { z } from "zod";
import { URL_STATUSES } from "@/lib/urls/types";

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;

/** Query of GET /api/urls (design section 8). */
export const listUrlsSchema = z.object({
  limit: z.coerce.number("Limit must be a number").int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.uuid("Invalid cursor").optional(),
  q: z.string().trim().max(200, "Search text must be at most 200 characters").optional(),
  status: z.enum(URL_STATUSES, "Status must be active, paused or deleted").optional(),
});

export type ListUrlsQuery = z.infer<typeof listUrlsSchema>;
