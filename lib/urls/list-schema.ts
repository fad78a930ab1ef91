import { z } from "zod";
import { pageFields, searchSchema } from "@/lib/list-query";
import { URL_STATUSES } from "@/lib/urls/types";

/** Query of GET /api/urls (design section 8). */
export const listUrlsSchema = z.object({
  ...pageFields,
  q: searchSchema,
  status: z.enum(URL_STATUSES, "Status must be active, paused or deleted").optional(),
});

export type ListUrlsQuery = z.infer<typeof listUrlsSchema>;
