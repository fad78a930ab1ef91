import { MAX_DAYS, PERIOD_TOP_URLS_MAX, PERIODS, TOP_URLS_MAX } from "@/lib/analytics/types";
import { countDays } from "@/lib/days";
import { formatCount } from "@/lib/format";
import { countUpTo } from "@/lib/list-query";
import { z } from "@/lib/zod";

export const TOP_URLS_DEFAULT = 5;

export const PERIOD_INVALID = "`period` must be day, week, month or all.";
export const FROM_DAY_INVALID = "`from` must be a date, for example 2030-12-31.";
export const TO_DAY_INVALID = "`to` must be a date, for example 2030-12-31.";
export const RANGE_BACKWARDS = "`from` must not be after `to`.";
export const RANGE_TOO_LONG = `\`from\` and \`to\` must be at most ${formatCount(MAX_DAYS)} days apart.`;
export const URL_ID_INVALID = "Invalid short URL";
export const GROUP_ID_INVALID = "Invalid group";
export const BOTS_INVALID = "`bots` must be exclude or only.";
export const ONE_SCOPE = "Use either `url` or `group`, not both.";
const OWN_INVALID = "`own` must be true or false.";
export const ONE_LIVE_SCOPE = "Use only one of `url`, `group` and `own`.";
export const WHAT_INVALID = "`what` must be clicks or breakdown.";
export const TOP_LIMIT_INVALID = limitInvalid(TOP_URLS_MAX);
export const PERIOD_TOP_LIMIT_INVALID = limitInvalid(PERIOD_TOP_URLS_MAX);

function limitInvalid(max: number): string {
  return `\`limit\` must be a whole number from 1 to ${max}.`;
}

/** Postgres has no year 0, and there were no clicks before this. */
export const EARLIEST_DAY = "1970-01-01";

/** A day, YYYY-MM-DD. */
export const dayField = (message: string) =>
  z.iso
    .date(message)
    .refine((text) => text >= EARLIEST_DAY, message)
    .optional();

/** A range of days or a period. */
const rangeFields = {
  period: z.enum(PERIODS, PERIOD_INVALID).optional(),
  from: dayField(FROM_DAY_INVALID),
  to: dayField(TO_DAY_INVALID),
};

const bots = z.enum(["exclude", "only"], BOTS_INVALID).default("exclude");

type Range = { from?: string | undefined; to?: string | undefined };

function checkRange(context: z.RefinementCtx, { from, to }: Range): void {
  if (!from || !to) return;
  const message = from > to ? RANGE_BACKWARDS : countDays({ from, to }) > MAX_DAYS ? RANGE_TOO_LONG : undefined;
  if (message) context.addIssue({ code: "custom", path: ["from"], message });
}

type Scope = { url?: string | undefined; group?: string | undefined };

/** Checks the range, and that there is at most one scope. */
function checkBreakdown(context: z.RefinementCtx, { url, group, ...range }: Range & Scope): void {
  checkRange(context, range);
  if (url && group) context.addIssue({ code: "custom", path: ["group"], message: ONE_SCOPE });
}

const scopeFields = { url: z.uuid(URL_ID_INVALID).optional(), group: z.uuid(GROUP_ID_INVALID).optional() };

/** Query of GET /api/analytics/global (spec section 7: without a period, all time). */
export const globalAnalyticsSchema = z
  .object({ ...rangeFields, ...scopeFields, bots })
  .superRefine((query, context) => checkBreakdown(context, query));

/** Ids that are not UUIDs are answered with 404, not 400. */
export const urlIdParams = z.object({ urlId: z.string() });

/** Query of GET /api/analytics/export. */
export const exportSchema = z
  .object({
    ...rangeFields,
    what: z.enum(["clicks", "breakdown"], WHAT_INVALID).default("clicks"),
    ...scopeFields,
    bots,
  })
  .superRefine((query, context) => checkBreakdown(context, query));

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

/** Query of GET /api/analytics/top-urls. */
export const periodTopUrlsSchema = z
  .object({
    ...rangeFields,
    period: rangeFields.period.default("all"),
    limit: countUpTo(PERIOD_TOP_URLS_MAX, PERIOD_TOP_LIMIT_INVALID).default(TOP_URLS_DEFAULT),
  })
  .superRefine((query, context) => checkRange(context, query));

export type GlobalAnalyticsQuery = z.infer<typeof globalAnalyticsSchema>;
export type PeriodTopUrlsQuery = z.infer<typeof periodTopUrlsSchema>;
export type LiveQuery = z.infer<typeof liveSchema>;
export type ExportQuery = z.infer<typeof exportSchema>;
