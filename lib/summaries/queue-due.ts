import { readClock } from "@/lib/db/clock";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs/queue";
import { repeat } from "@/lib/repeat";
import { dueDay, nextDue } from "@/lib/summaries/period";
import type { SentFrequency } from "@/lib/summaries/types";

const POLL_MS = 30_000;
/** Small enough to commit quickly. */
const BATCH = 50;
/** A change of the time zone moves dates by less. */
const MAX_AHEAD_MS = 2 * 24 * 60 * 60 * 1000;

/** Queues summaries as they become due, until the signal. Any number of workers may do so. */
export function runSummaryQueue(signal: AbortSignal): Promise<void> {
  return repeat(
    { signal, pauseMs: POLL_MS, failure: "queueing summaries failed" },
    async () => (await queueDueSummaries()) === BATCH,
  );
}

/**
 * Queues one batch of summaries that are due. A row's date moves on in the transaction that stores its job, so each is
 * queued once, even if workers are killed. After a long pause only one is queued, for the latest period. No period is
 * queued twice, even if the time zone was changed.
 *
 * @param at milliseconds since the epoch; by default the database's clock, so that workers don't disagree
 * @returns the number of summaries that were due
 */
export async function queueDueSummaries(at?: number): Promise<number> {
  const { TIME_ZONE } = env();
  return inTransaction(pool(), async (tx) => {
    const now = at ?? (await readClock(tx));
    const days = { weekly: dueDay("weekly", now, TIME_ZONE), monthly: dueDay("monthly", now, TIME_ZONE) };
    const due = await queryRows<{ userId: string; frequency: SentFrequency; isWanted: boolean }>(
      tx,
      sql`
        WITH due AS (
          SELECT user_id, last_day,
            CASE frequency WHEN 'weekly' THEN ${days.weekly}::date ELSE ${days.monthly}::date END AS day
          FROM summaries WHERE due_at <= ${new Date(now)}::timestamptz
          ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        UPDATE summaries SET last_day = greatest(due.last_day, due.day), due_at = CASE summaries.frequency
          WHEN 'weekly' THEN ${nextDue("weekly", now, TIME_ZONE)}::timestamptz
          ELSE ${nextDue("monthly", now, TIME_ZONE)}::timestamptz END
        FROM due JOIN users ON users.id = due.user_id
        WHERE summaries.user_id = due.user_id
        RETURNING due.user_id AS "userId", summaries.frequency::text AS frequency,
          users.status = 'active' AND (due.last_day IS NULL OR due.day > due.last_day) AS "isWanted"`,
    );
    for (const { userId, frequency, isWanted } of due) {
      if (isWanted) await enqueue("summary", { userId, frequency, day: days[frequency] }, tx);
    }
    return due.length;
  });
}

/**
 * Corrects dates set by a clock that was ahead, which would be reached years later. The latest period counts as sent. To
 * a clock that is behind, all dates look like this, so it must have run steadily for a while.
 *
 * @param at as for `queueDueSummaries`
 */
export async function correctSummaryDates(at?: number): Promise<void> {
  const { TIME_ZONE } = env();
  const now = at ?? (await readClock(pool()));
  for (const frequency of ["weekly", "monthly"] as const) {
    const next = nextDue(frequency, now, TIME_ZONE);
    await execute(
      pool(),
      sql`UPDATE summaries SET due_at = ${next}::timestamptz, last_day = ${dueDay(frequency, now, TIME_ZONE)}::date
          WHERE frequency = ${frequency}::summary_frequency
            AND due_at > ${new Date(next.getTime() + MAX_AHEAD_MS)}::timestamptz`,
    );
  }
}
