import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { dueDay, nextDue } from "@/lib/summaries/period";
import type { SummaryFrequency, SummarySetting } from "@/lib/summaries/types";
import { readUnsubscribeToken } from "@/lib/summaries/unsubscribe-token";

/** How often the actor gets a summary of their links. */
export async function getSummarySetting(actor: Actor): Promise<SummarySetting> {
  const row = await prisma().summary.findUnique({ where: { userId: actor.id } });
  return { frequency: row?.frequency ?? "off" };
}

/** Sets how often the actor gets a summary. Setting the current frequency is a no-op. */
export async function setSummaryFrequency(
  actor: Actor,
  frequency: SummaryFrequency,
  now = Date.now(),
): Promise<SummarySetting> {
  if (frequency === "off") {
    await prisma().summary.deleteMany({ where: { userId: actor.id } });
    return { frequency };
  }
  const { TIME_ZONE } = env();
  const [dueAt, lastDay] = [nextDue(frequency, now, TIME_ZONE), dueDay(frequency, now, TIME_ZONE)];
  await execute(
    prisma(),
    sql`
      INSERT INTO summaries AS kept (user_id, frequency, due_at, last_day)
      VALUES (${actor.id}::uuid, ${frequency}::summary_frequency, ${dueAt}::timestamptz, ${lastDay}::date)
      ON CONFLICT (user_id) DO UPDATE SET
        frequency = excluded.frequency, due_at = excluded.due_at, last_day = excluded.last_day
      WHERE kept.frequency <> excluded.frequency`,
  );
  return { frequency };
}

/** @throws AppError not_found if the token is not from an email */
export function assertUnsubscribeToken(token: string): string {
  const userId = readUnsubscribeToken(token);
  if (!userId) throw notFound("Unsubscribe link");
  return userId;
}

/**
 * Ends the summaries of an email's recipient, who need not be signed in. Idempotent.
 *
 * @throws AppError not_found
 */
export async function unsubscribe(token: string): Promise<SummarySetting> {
  await prisma().summary.deleteMany({ where: { userId: assertUnsubscribeToken(token) } });
  return { frequency: "off" };
}
