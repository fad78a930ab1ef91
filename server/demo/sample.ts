import { v7 as uuidv7 } from "uuid";
import { createRandom } from "@/lib/qr/child/grey";

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Names of columns, in camel case, and values. */
export type Row = Record<string, unknown>;
export type Labelled = { id: string; label: string };
/** `at` is in milliseconds since the epoch. A change without an actor is not recorded. */
type Change = { at: number; actor: Labelled | undefined; before?: Row; after: Row };

export type Sample = ReturnType<typeof createSample>;

/** Collects rows and their audit log. The same seed and time give the same rows; not for secrets. */
export function createSample(seed: number, now: number) {
  const tables: Record<string, Row[]> = {};
  const next = createRandom(seed);

  function insert(table: string, row: Row): void {
    tables[table] ??= [];
    tables[table].push(row);
  }

  /** Version 7 (RFC 9562, section 5.7). */
  function uuid(at: number): string {
    const words = Uint32Array.from({ length: 4 }, () => next() * 2 ** 32);
    return uuidv7({ msecs: at, random: new Uint8Array(words.buffer) });
  }

  /** @param action the type of the subject and what was done, such as `user.create` */
  function record(action: string, subject: Labelled, { at, actor, before, after }: Change): void {
    if (!actor) return;
    insert("audit_entries", {
      id: uuid(at),
      occurredAt: new Date(at),
      actorId: actor.id,
      actorLabel: actor.label,
      action,
      subjectType: action.split(".")[0],
      subjectId: subject.id,
      subjectLabel: subject.label,
      before: before ?? null,
      after,
    });
  }

  /** @param unrecorded columns that the audit log omits */
  function create(type: string, label: string, change: Change, unrecorded: Row): Labelled {
    const created = { id: uuid(change.at), label };
    insert(`${type}s`, { id: created.id, ...change.after, ...unrecorded, createdAt: new Date(change.at) });
    record(`${type}.create`, created, change);
    return created;
  }

  /** An item; the earlier it is, the more often. */
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() ** 2 * items.length)] as T;

  /** A moment in working hours. */
  function workday(daysAgo: number): number {
    const morning = now - (now % DAY_MS) - daysAgo * DAY_MS + 8 * HOUR_MS;
    return Math.floor(Math.min(now - 60_000, morning + next() * 9 * HOUR_MS));
  }

  return { now, tables, next, pick, uuid, workday, insert, record, create };
}

/** The words of a text. */
export const words = (text: string) => text.split(/\s+/);
