import type { Actor } from "@/lib/actor";
import { findFirstDay } from "@/lib/analytics/rollups";
import { addDays, startOfDay } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { resolvePeriod } from "@/lib/stats/ranges";
import type { MarksQuery } from "@/lib/stats/schema";
import { MAX_MARKS, type MarkKind, type UrlMark, type UrlMarks } from "@/lib/stats/types";
import { changesOf } from "@/lib/urls/history";
import { canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";

type Row = { id: string; at: Date; kind: MarkKind; destination: string | null; total: number };

/**
 * Changes to a link that may explain its clicks, for anyone who may see it: the newest in the range, oldest first. New
 * destinations are only included for those who may edit the link (decision 0118).
 *
 * @throws AppError not_found, invalid
 */
export async function getUrlMarks(actor: Actor, id: string, query: MarksQuery): Promise<UrlMarks> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  const { marks, omitted } = await marksOfUrl(url.id, query, Date.now());
  const seesDestinations = canEditUrl(actor, url, memberOf);
  return { marks: marks.map((mark) => (seesDestinations ? mark : { ...mark, destination: null })), omitted };
}

/** The same with all destinations, for callers who have authorised it. */
export async function marksOfUrl(urlId: string, query: MarksQuery, now: number): Promise<UrlMarks> {
  const { range } = await resolvePeriod(query, () => findFirstDay(urlId), now);
  const { TIME_ZONE } = env();
  const [start, end] = [startOfDay(range.from, TIME_ZONE), startOfDay(addDays(range.to, 1), TIME_ZONE)];
  const rows = await queryRows<Row>(
    readPool(),
    sql`
      SELECT id, "occurredAt" AS at, kind, destination, count(*) OVER ()::int AS total
      FROM (${changesOf(urlId)}) AS change, LATERAL (VALUES
        ('destination', after ->> 'originalUrl'),
        (CASE after ->> 'status' WHEN 'paused' THEN 'paused' WHEN 'active' THEN 'activated' WHEN 'deleted' THEN 'deleted'
         END, NULL)
      ) AS mark (kind, destination)
      WHERE before IS NOT NULL AND (kind <> 'destination' OR destination IS NOT NULL)
        AND "occurredAt" >= ${new Date(start)} AND "occurredAt" < ${new Date(end)}
      ORDER BY "occurredAt" DESC, id DESC, kind DESC LIMIT ${MAX_MARKS}`,
  );
  const marks: UrlMark[] = rows.map(({ id, at, kind, destination }) => ({
    id,
    at: at.toISOString(),
    kind,
    destination,
  }));
  return { marks: marks.reverse(), omitted: (rows[0]?.total ?? 0) - rows.length };
}
