import { limitInvalid, scopeFields, TOP_URLS_DEFAULT } from "@/lib/analytics/schema";
import { PERIOD_TOP_URLS_MAX } from "@/lib/analytics/types";
import { countUpTo } from "@/lib/list-query";
import { checkRange, dayFields } from "@/lib/stats/schema";
import { PERIODS } from "@/lib/stats/types";
import * as z from "@/lib/zod";

export const PERIOD_INVALID = "`period` must be day, week, month or all.";
export const BOTS_INVALID = "`bots` must be exclude or only.";
export const ONE_SCOPE = "Use either `url` or `group`, not both.";
export const WHAT_INVALID = "`what` must be clicks or breakdown.";
export const PERIOD_TOP_LIMIT_INVALID = limitInvalid(PERIOD_TOP_URLS_MAX);

const period = z.enum(PERIODS, PERIOD_INVALID);

const breakdownFields = {
  period: period.optional(),
  ...dayFields,
  ...scopeFields,
  bots: z.enum(["exclude", "only"], BOTS_INVALID).default("exclude"),
};

function checkScope(
  { url, group }: { url?: string | undefined; group?: string | undefined },
  context: z.RefinementCtx,
) {
  if (url && group) context.addIssue({ code: "custom", path: ["group"], message: ONE_SCOPE });
}

/** Query of GET /api/analytics/global (spec section 7: without a period, all time). */
export const globalAnalyticsSchema = z.object(breakdownFields).superRefine(checkRange).superRefine(checkScope);

/** Query of GET /api/analytics/export. */
export const exportSchema = z
  .object({ ...breakdownFields, what: z.enum(["clicks", "breakdown"], WHAT_INVALID).default("clicks") })
  .superRefine(checkRange)
  .superRefine(checkScope);

/** Query of GET /api/analytics/top-urls. */
export const periodTopUrlsSchema = z
  .object({
    period: period.default("all"),
    ...dayFields,
    limit: countUpTo(PERIOD_TOP_URLS_MAX, PERIOD_TOP_LIMIT_INVALID).default(TOP_URLS_DEFAULT),
  })
  .superRefine(checkRange);

export type GlobalAnalyticsQuery = z.infer<typeof globalAnalyticsSchema>;
export type ExportQuery = z.infer<typeof exportSchema>;
export type PeriodTopUrlsQuery = z.infer<typeof periodTopUrlsSchema>;
