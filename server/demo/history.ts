import type { Random } from "@/server/demo/random";

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Column names and values. */
export type Row = Record<string, unknown>;
export type History = ReturnType<typeof createHistory>;

type Labelled = { id: string; label: string };

/** Generates the times of events, and their audit log. */
export function createHistory(random: Random, now: number) {
  const entries: Row[] = [];
  return {
    now,
    entries,
    /** A moment in working hours. */
    workday: (daysAgo: number) => {
      const morning = now - (now % DAY_MS) - daysAgo * DAY_MS + 8 * HOUR_MS;
      return Math.floor(Math.min(now - 60_000, morning + random.next() * 9 * HOUR_MS));
    },
    /** @param action the type of the subject and what was done, such as `user.create` */
    record: (at: number, actor: Labelled, action: string, subject: Labelled, after: Row, before: Row | null = null) => {
      entries.push({
        id: random.uuid(at),
        occurred_at: new Date(at),
        actor_id: actor.id,
        actor_label: actor.label,
        action,
        subject_type: action.split(".")[0],
        subject_id: subject.id,
        subject_label: subject.label,
        before,
        after,
      });
    },
  };
}
