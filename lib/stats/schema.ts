import { validate as isUuid } from "uuid";
import { TOP_LIMIT_INVALID, TOP_URLS_DEFAULT } from "@/lib/analytics/schema";
import { TOP_URLS_MAX } from "@/lib/analytics/types";
import { VALUE_MAX_LENGTH } from "@/lib/clicks/types";
import { countDays } from "@/lib/days";
import { formatCount, oneOf } from "@/lib/format";
import { countUpTo, pageFields } from "@/lib/list-query";
import {
  FILTER_PATTERNS,
  INTERVALS,
  MAX_COMPARED,
  MAX_DAYS,
  MAX_FILTERS,
  MAX_HOUR_DAYS,
  RANGES,
  STAT_DIMENSIONS,
  type StatDimension,
  type StatFilter,
} from "@/lib/stats/types";
import * as z from "@/lib/zod";

export const RANGE_INVALID = `\`range\` must be ${oneOf(RANGES)}.`;
export const FROM_DAY_INVALID = "`from` must be a date, for example 2030-12-31.";
export const TO_DAY_INVALID = "`to` must be a date, for example 2030-12-31.";
export const RANGE_BACKWARDS = "`from` must not be after `to`.";
export const RANGE_TOO_LONG = `\`from\` and \`to\` must be at most ${formatCount(MAX_DAYS)} days apart.`;
export const RANGE_OR_DAYS = "Use either `range`, or `from` and `to`.";
export const INTERVAL_INVALID = `\`interval\` must be ${oneOf(INTERVALS)}.`;
export const HOURS_TOO_LONG = `\`interval\` can be hour for at most ${MAX_HOUR_DAYS} days. Use day, or a shorter range.`;
const BREAKDOWNS_INVALID = "`breakdowns` must be all or access.";
const HOURLY_VISITORS_INVALID = "`hourlyVisitors` must be true or false.";
export const HOURS_OF_ONE_LINK = "`interval` can be hour for a single short URL only. Use day, week or month.";
export const FILTER_INVALID = `\`filter\` must be a property and its value, for example country:DE. Properties: ${STAT_DIMENSIONS.join(", ")}.`;
export const FILTER_HOUR_INVALID = "`filter` by hour must be 00 to 23, for example hour:09.";
export const FILTER_WEEKDAY_INVALID = "`filter` by weekday must be 1 (Monday) to 7 (Sunday), for example weekday:1.";
export const FILTER_ACCESS_INVALID = "`filter` by access must be access:qr or access:direct.";
export const FILTER_TOO_LONG = `\`filter\` values must be at most ${VALUE_MAX_LENGTH} characters.`;
export const FILTER_TWICE = "`filter` can name each property only once.";
export const TOO_MANY_FILTERS = `\`filter\` can be used at most ${MAX_FILTERS} times.`;
export const FILTERS_OF_ONE_LINK = "`filter` works for a single short URL only.";
export const COMPARED_INVALID = `\`ids\` must be 1 to ${MAX_COMPARED} different ids of short URLs, separated by commas.`;
export const LISTED_BOTS_INVALID = "`bots` must be include, exclude or only.";
export const CLICKS_CURSOR_INVALID = "Invalid cursor";

const VALUE_INVALID: Partial<Record<StatDimension, string>> = {
  hour: FILTER_HOUR_INVALID,
  weekday: FILTER_WEEKDAY_INVALID,
  access: FILTER_ACCESS_INVALID,
};

function filterProblem(texts: readonly string[]): string | undefined {
  if (texts.length > MAX_FILTERS) return TOO_MANY_FILTERS;
  for (const text of texts) {
    const { by, value } = splitFilter(text);
    if (!isDimension(by) || value === "") return FILTER_INVALID;
    if (value.length > VALUE_MAX_LENGTH) return FILTER_TOO_LONG;
    if (FILTER_PATTERNS[by]?.test(value) === false) return VALUE_INVALID[by] ?? FILTER_INVALID;
  }
  return new Set(texts.map((text) => splitFilter(text).by)).size < texts.length ? FILTER_TWICE : undefined;
}

function splitFilter(text: string): { by: string; value: string } {
  const end = text.indexOf(":");
  return end < 0 ? { by: "", value: "" } : { by: text.slice(0, end), value: text.slice(end + 1) };
}

function isDimension(text: string): text is StatDimension {
  return STAT_DIMENSIONS.some((dimension) => dimension === text);
}

/** Parses filters in the form used in URLs, for example `country:DE`. */
export function toFilters(texts: readonly string[]): StatFilter[] {
  return texts.map(splitFilter).flatMap(({ by, value }) => (isDimension(by) ? [{ by, value }] : []));
}

export function filterText({ by, value }: StatFilter): string {
  return `${by}:${value}`;
}

/** Postgres has no year 0, and there were no clicks before this. */
export const EARLIEST_DAY = "1970-01-01";

/** A day, YYYY-MM-DD. */
const dayField = (message: string) =>
  z.iso
    .date(message)
    .refine((text) => text >= EARLIEST_DAY, message)
    .optional();

export const dayFields = {
  from: dayField(FROM_DAY_INVALID).describe("First day, in the installation's time zone"),
  to: dayField(TO_DAY_INVALID).describe("Last day; without it, today"),
};

/** A range by name, or any two days. */
const rangeFields = {
  range: z
    .enum(RANGES, RANGE_INVALID)
    .optional()
    .describe("Up to and including today; 30d without `range`, `from` and `to`"),
  ...dayFields,
};

type RangeQuery = { range?: string | undefined; from?: string | undefined; to?: string | undefined };

export function checkRange({ range, from, to }: RangeQuery, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (range && (from || to)) refuse("range", RANGE_OR_DAYS);
  else if (!from || !to) return;
  else if (from > to) refuse("from", RANGE_BACKWARDS);
  else if (countDays({ from, to }) > MAX_DAYS) refuse("from", RANGE_TOO_LONG);
}

/** Query parameters of statistics. Lists of filters are declared as `repeated`. */
const statsFields = {
  ...rangeFields,
  interval: z.enum(INTERVALS, INTERVAL_INVALID).optional().describe("The default depends on the length of the range"),
  filter: z
    .array(z.string(FILTER_INVALID), FILTER_INVALID)
    .superRefine((texts, context) => {
      const message = filterProblem(texts);
      if (message) context.addIssue({ code: "custom", message });
    })
    .optional()
    .describe(
      `Only clicks with this property, for example country:DE; up to ${MAX_FILTERS}, each for a different property`,
    ),
};
export const REPEATED = ["filter"];

/** Counted against the user's rate limit: these calls read many rows. */
export const MANY_LINKS_COST = 3;

/** Query of GET /api/groups/{id}/stats, /api/stats and their exports. */
export const statsSchema = z.object(statsFields).superRefine(checkRange);

/** Query parameters of a single link's statistics. */
export const urlStatsFields = {
  ...statsFields,
  hourlyVisitors: z
    .enum(["true", "false"], HOURLY_VISITORS_INVALID)
    .optional()
    .describe("Also count unique visitors by hour, which reads the stored clicks"),
};

/** Query of GET /api/urls/{id}/stats and its export. */
export const urlStatsSchema = z
  .object({ ...urlStatsFields, breakdowns: z.enum(["all", "access"], BREAKDOWNS_INVALID).optional() })
  .superRefine(checkRange);

/** Query of GET /api/urls/{id}/marks. */
export const marksSchema = z.object(rangeFields).superRefine(checkRange);

/** Ids that are not UUIDs are answered with 404, not 400. */
export const urlIdParams = z.object({ urlId: z.string() });

/** Query of GET /api/analytics/{urlId}. The cursor is the time and id of the last click of the previous page. */
export const listClicksSchema = z
  .object({
    ...rangeFields,
    filter: statsFields.filter,
    limit: pageFields.limit,
    cursor: z
      .string()
      .regex(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, CLICKS_CURSOR_INVALID)
      .transform((text) => {
        const [at = "", id = ""] = text.split("_");
        return { at: Number(at), id };
      })
      .optional(),
    bots: z.enum(["include", "exclude", "only"], LISTED_BOTS_INVALID).default("exclude"),
  })
  .superRefine(checkRange);

/** Query of GET /api/groups/{id}/top-urls and /api/stats/top-urls. */
export const statsTopUrlsSchema = z
  .object({
    ...rangeFields,
    limit: countUpTo(TOP_URLS_MAX, TOP_LIMIT_INVALID).default(TOP_URLS_DEFAULT),
  })
  .superRefine(checkRange);

/** Query of GET /api/urls/compare and its export. */
export const compareSchema = z
  .object({
    ...statsFields,
    ids: z
      .string(COMPARED_INVALID)
      .transform((text) => text.toLowerCase().split(","))
      .refine(
        (ids) => ids.length <= MAX_COMPARED && ids.every((id) => isUuid(id)) && new Set(ids).size === ids.length,
        COMPARED_INVALID,
      ),
  })
  .superRefine(checkRange);

export type StatsQuery = z.infer<typeof statsSchema>;
export type UrlStatsQuery = z.infer<typeof urlStatsSchema>;
export type ListClicksQuery = z.infer<typeof listClicksSchema>;
export type MarksQuery = z.infer<typeof marksSchema>;
export type StatsTopUrlsQuery = z.infer<typeof statsTopUrlsSchema>;
export type CompareQuery = z.infer<typeof compareSchema>;
