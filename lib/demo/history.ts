import type { Random } from "@/lib/demo/random";

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** A row of a table, its columns named as there. */
export type Row = Record<string, unknown>;

export type Person = { id: string; label: string; email: string };

type Event = {
  at: number;
  actor: Person;
  action: string;
  subject: { type: string; id: string; label: string };
  before?: Row;
  after?: Row;
};

/** When things happened, and the audit log of them. */
export type History = {
  now: number;
  /** A moment in working hours, so many days ago. */
  workday(daysAgo: number): number;
  note(event: Event): void;
  entries: Row[];
};

export function createHistory(random: Random, now: number): History {
  const entries: Row[] = [];
  return {
    now,
    entries,
    workday: (daysAgo) => {
      const morning = now - (now % DAY_MS) - daysAgo * DAY_MS + 8 * HOUR_MS;
      return Math.floor(Math.min(now - 60_000, morning + random.next() * 9 * HOUR_MS));
    },
    note: ({ at, actor, action, subject, before, after }) => {
      entries.push({
        id: random.uuid(at),
        occurred_at: iso(at),
        actor_id: actor.id,
        actor_label: actor.label,
        action,
        subject_type: subject.type,
        subject_id: subject.id,
        subject_label: subject.label,
        before: before ?? null,
        after: after ?? null,
      });
    },
  };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
