import { TOP_URLS_MAX } from "@/lib/analytics/types";
import { countUpTo } from "@/lib/list-query";
import * as z from "@/lib/zod";

export const TOP_URLS_DEFAULT = 5;

export const URL_ID_INVALID = "Invalid short URL";
export const GROUP_ID_INVALID = "Invalid group";
const OWN_INVALID = "`own` must be true or false.";
export const ONE_LIVE_SCOPE = "Use only one of `url`, `group` and `own`.";
export const TOP_LIMIT_INVALID = limitInvalid(TOP_URLS_MAX);

export function limitInvalid(max: number): string {
  return `\`limit\` must be a whole number from 1 to ${max}.`;
}

export const scopeFields = { url: z.uuid(URL_ID_INVALID).optional(), group: z.uuid(GROUP_ID_INVALID).optional() };

/** Query of GET /api/analytics/live. */
export const liveSchema = z
  .object({
    ...scopeFields,
    own: z.enum(["true", "false"], OWN_INVALID).default("false"),
  })
  .refine(({ url, group, own }) => [url, group, own === "true"].filter(Boolean).length <= 1, {
    path: ["own"],
    message: ONE_LIVE_SCOPE,
  });

/** Query of GET /api/dashboard/top-urls. */
export const topUrlsSchema = z.object({ limit: countUpTo(TOP_URLS_MAX, TOP_LIMIT_INVALID).default(TOP_URLS_DEFAULT) });

export type LiveQuery = z.infer<typeof liveSchema>;
