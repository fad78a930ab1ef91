import { DAY_MS, type History, iso, type Person, type Row } from "@/lib/demo/history";
import { personAt } from "@/lib/demo/people";
import { type Habit, type PlannedLink, planLinks } from "@/lib/demo/plan";
import type { Random } from "@/lib/demo/random";
import { GROUPS, PEOPLE } from "@/lib/demo/words";
import { CODE_ALPHABET, GENERATED_CODE_LENGTH } from "@/lib/urls/short-code";
import type { UrlStatus } from "@/lib/urls/types";

export type DemoLink = PlannedLink & {
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When it was paused or deleted; from then on it leads nowhere. */
  endedAt: number | null;
};

/** In days, from the youngest to the oldest. What lives shortly was made lately, so that there is something to see. */
const AGES: Record<Habit, [number, number]> = {
  campaign: [1, 110],
  event: [0, 100],
  news: [0, 120],
  store: [80, 140],
  steady: [0, 140],
};

/** More lately than long ago: the organisation grows. */
function ageOf(habit: Habit, random: Random): number {
  const [youngest, oldest] = AGES[habit];
  return Math.round(youngest + (oldest - youngest) * random.next() ** 1.5);
}

/** The links, each by a member of its group who may have one more. */
export function makeShortUrls(
  random: Random,
  history: History,
  { people, groupIds }: { people: Person[]; groupIds: string[] },
): { links: DemoLink[]; shortUrls: Row[] } {
  const links: DemoLink[] = [];
  const chooseCreator = createChoice(random);
  const shortUrls = planLinks(random).map((planned) => {
    const createdAt = history.workday(ageOf(planned.habit, random));
    const status = random.pickWeighted<UrlStatus>([
      ["active", 92],
      ["paused", 4],
      ["deleted", 4],
    ]);
    const endedAt =
      status === "active" ? null : Math.floor(createdAt + (history.now - createdAt) * (0.5 + random.next() * 0.49));
    const actor = personAt(people, chooseCreator(planned.group));
    const groupId = planned.group === null ? null : (groupIds[planned.group] ?? null);
    const code = planned.code ?? makeCode(random);
    const id = random.uuid(createdAt);
    const subject = { type: "short_url", id, label: code };
    const after = { originalUrl: planned.destination, groupId };
    history.note({ at: createdAt, actor, action: "short_url.create", subject, after });
    if (endedAt !== null) {
      const action = status === "deleted" ? "short_url.delete" : "short_url.update";
      history.note({ at: endedAt, actor, action, subject, before: { status: "active" }, after: { status } });
    }
    links.push({ ...planned, id, createdAt, endedAt });
    return {
      id,
      short_code: code,
      original_url: planned.destination,
      status,
      created_by_id: actor.id,
      group_id: groupId,
      qr_generated_at: planned.qr > 0 ? iso(createdAt) : null,
      created_at: iso(createdAt),
      updated_at: iso(endedAt ?? createdAt),
    };
  });
  return { links, shortUrls };
}

/** Chooses the places in PEOPLE of those who are below their limit. */
function createChoice(random: Random): (group: number | null) => number {
  const taken = new Map<number, number>();
  return (group) => {
    const candidates: readonly number[] = group === null ? [...PEOPLE.keys()] : (GROUPS[group]?.members ?? []);
    const free = candidates.filter((place) => {
      const [, , , status, urlLimit] = PEOPLE[place] ?? PEOPLE[0];
      return status === "active" && (taken.get(place) ?? 0) < urlLimit;
    });
    const chosen = random.pick(free);
    taken.set(chosen, (taken.get(chosen) ?? 0) + 1);
    return chosen;
  };
}

const KEYS = [
  { name: "Shop checkout", group: 0, rateLimit: 1000, isActive: true, expiresInDays: null, usedMinutesAgo: 3 },
  { name: "Newsletter tool", group: 0, rateLimit: 500, isActive: true, expiresInDays: 120, usedMinutesAgo: 95 },
  { name: "Till receipts", group: 1, rateLimit: 2000, isActive: true, expiresInDays: null, usedMinutesAgo: 1 },
  { name: "Ticket machine", group: 2, rateLimit: 100, isActive: false, expiresInDays: null, usedMinutesAgo: 20_000 },
  { name: "Job portal", group: 3, rateLimit: 100, isActive: true, expiresInDays: 30, usedMinutesAgo: 1_600 },
  { name: "Press archive", group: 5, rateLimit: 100, isActive: true, expiresInDays: null, usedMinutesAgo: null },
] as const;

/** @param keyHashOf what is stored of a key, which nobody may know: one from the seed would open every demonstration */
export function makeApiKeys(
  random: Random,
  history: History,
  { people, groupIds, makeKeyHash }: { people: Person[]; groupIds: string[]; makeKeyHash: () => string },
): Row[] {
  return KEYS.map(({ name, group, rateLimit, isActive, expiresInDays, usedMinutesAgo }) => {
    const createdAt = history.workday(random.integer(30, 90));
    const id = random.uuid(createdAt);
    const groupId = groupIds[group];
    const actor = personAt(people, GROUPS[group].members[0]);
    const expiresAt = expiresInDays === null ? null : iso(history.now + expiresInDays * DAY_MS);
    const subject = { type: "api_key", id, label: name };
    history.note({ at: createdAt, actor, action: "api_key.create", subject, after: { groupId, rateLimit, expiresAt } });
    if (!isActive) {
      const change = { before: { isActive: true }, after: { isActive: false } };
      history.note({ at: history.workday(12), actor, action: "api_key.revoke", subject, ...change });
    }
    return {
      id,
      group_id: groupId,
      created_by_id: actor.id,
      name,
      key_hash: makeKeyHash(),
      key_prefix: `hop_${makeCode(random).slice(0, 4)}`,
      last_four: makeCode(random).slice(0, 4),
      is_active: isActive,
      rate_limit: rateLimit,
      last_used_at: usedMinutesAgo === null ? null : iso(history.now - usedMinutesAgo * 60_000),
      expires_at: expiresAt,
      created_at: iso(createdAt),
    };
  });
}

function makeCode(random: Random): string {
  return Array.from({ length: GENERATED_CODE_LENGTH }, () => random.pick([...CODE_ALPHABET])).join("");
}
