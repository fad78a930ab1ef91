import { isbot } from "isbot";
import type { ReadCookie } from "@/lib/auth/cookies";
import { pool } from "@/lib/db/pool";
import { execute, sql } from "@/lib/db/sql";
import { getBaseUrl } from "@/lib/settings/queries";
import { type FoundShare, findShare } from "@/lib/shares/find";
import { shareRangeSchema } from "@/lib/shares/schema";
import { SHARE_RANGES, SHARED_DIMENSIONS, type SharedStats, type ShareRange } from "@/lib/shares/types";
import { isUnlocked } from "@/lib/shares/unlocked-cookie";
import { statsOfUrl } from "@/lib/stats/queries";
import type { Stats, StatTotals } from "@/lib/stats/types";

/** The contents of a shared page; null if it doesn't exist, or no longer. */
type SharedView = { isLocked: true } | { isLocked: false; stats: SharedStats } | null;

/** The browser or other client that opens a page. */
export type Viewer = {
  readCookie: ReadCookie;
  userAgent: string | null;
  isPrefetch: boolean;
};

const DEFAULT_RANGE = "30d";
const MAX_USER_AGENT_CHARACTERS = 512;
/** With fewer, an hour would reveal when a single person clicked. */
const MIN_POINTS_FOR_HOURS = 7;

/**
 * The contents of a shared page for anyone who has its token. The range is limited to the longest that the page shows.
 *
 * @param asked the range in the URL, unvalidated
 */
export async function viewShare(token: string, asked: unknown, viewer: Viewer): Promise<SharedView> {
  const [share, baseUrl] = await Promise.all([findShare(token), getBaseUrl()]);
  if (!share) return null;
  const { id, passwordHash, url } = share;
  if (passwordHash !== null && !isUnlocked({ id, passwordHash }, viewer.readCookie, baseUrl)) return { isLocked: true };
  const ranges = rangesOf(share);
  const range = rangeOf(asked, ranges);
  const stats = await statsByDay(url.id, range);
  if (isPerson(viewer)) await recordView(id);
  return { isLocked: false, stats: toSharedStats({ share, baseUrl, ranges, range, stats }) };
}

/**
 * Whether the viewer is neither a bot, like those that preview links in chats, nor a browser that prefetches the page.
 * As for clicks, a missing user agent means a bot.
 */
function isPerson({ userAgent, isPrefetch }: Viewer): boolean {
  if (!userAgent || isPrefetch) return false;
  return !isbot(userAgent.slice(0, MAX_USER_AGENT_CHARACTERS));
}

/** Intervals are at least days, even for a link first clicked today: hours of a single day identify visitors. */
async function statsByDay(urlId: string, range: ShareRange): Promise<Stats> {
  const now = Date.now();
  const stats = await statsOfUrl(urlId, { range }, now);
  return stats.interval === "hour" ? statsOfUrl(urlId, { range, interval: "day" }, now) : stats;
}

/** Ranges that the page may show, shortest first. */
function rangesOf({ maxRange }: FoundShare): ShareRange[] {
  return SHARE_RANGES.slice(0, SHARE_RANGES.indexOf(shareRangeSchema.parse(maxRange)) + 1);
}

function rangeOf(asked: unknown, ranges: ShareRange[]): ShareRange {
  const longest = ranges.at(-1) ?? "7d";
  return ranges.find((range) => range === asked) ?? ranges.find((range) => range === DEFAULT_RANGE) ?? longest;
}

type Parts = { share: FoundShare; baseUrl: string; ranges: ShareRange[]; range: ShareRange; stats: Stats };

/** Copies field by field, so that nothing is shared just because it was added elsewhere. */
function toSharedStats({ share, baseUrl, ranges, range, stats }: Parts): SharedStats {
  const { showsDestination, url } = share;
  const hasClicksOnManyDays = stats.series.filter(({ clicks }) => clicks > 0).length >= MIN_POINTS_FOR_HOURS;
  const dimensions = SHARED_DIMENSIONS.filter((dimension) => dimension !== "hour" || hasClicksOnManyDays);
  // Each range is at least twice as long as the one before, so that a shorter one's period before lies within it.
  const showsBefore = range !== ranges.at(-1);
  return {
    shortUrl: `${baseUrl}/${url.shortCode}`,
    status: url.status,
    originalUrl: showsDestination ? url.originalUrl : null,
    range,
    ranges,
    from: stats.from,
    to: stats.to,
    interval: stats.interval === "hour" ? "day" : stats.interval,
    timeZone: stats.timeZone,
    ...totalsOf(stats),
    bots: stats.bots,
    before: showsBefore && stats.before ? beforeOf(stats.before) : null,
    series: stats.series.map(({ start, clicks, visitors, before }) => ({
      start,
      clicks,
      visitors,
      before: showsBefore ? before : null,
    })),
    breakdowns: Object.fromEntries(
      dimensions.flatMap((dimension) => {
        const values = stats.breakdowns[dimension];
        return values ? [[dimension, values.map(({ name, clicks }) => ({ name, clicks }))]] : [];
      }),
    ),
  };
}

function beforeOf({ from, to, ...totals }: NonNullable<Stats["before"]>): SharedStats["before"] {
  return { from, to, ...totalsOf(totals) };
}

function totalsOf({ clicks, visitors, scans }: StatTotals): StatTotals {
  return { clicks, visitors, scans };
}

/** Writes once an hour at most. */
async function recordView(id: string): Promise<void> {
  const hour = sql`date_trunc('hour', now(), 'UTC')`;
  await execute(
    pool(),
    sql`UPDATE stat_shares SET last_viewed_at = ${hour}
        WHERE id = ${id}::uuid AND last_viewed_at IS DISTINCT FROM ${hour}`,
  );
}
