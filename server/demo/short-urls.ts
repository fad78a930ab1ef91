import { CODE_ALPHABET, GENERATED_CODE_LENGTH } from "@/lib/urls/short-code";
import { DAY_MS, type History, iso, type Person, type Row } from "@/server/demo/history";
import { personAt } from "@/server/demo/people";
import { type Habit, type PlannedLink, planLinks } from "@/server/demo/plan";
import type { Random } from "@/server/demo/random";
import { GROUPS, PEOPLE } from "@/server/demo/words";

export type DemoLink = PlannedLink & {
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When it was paused or deleted; it has no clicks afterwards. */
  endedAt: number | null;
};

/** Ages in days, youngest and oldest. Links with a short life are recent, so that they still have clicks. */
const AGES: Record<Habit, [number, number]> = {
  campaign: [1, 110],
  event: [0, 100],
  news: [0, 120],
  store: [80, 140],
  steady: [0, 140],
};

/** Links of group members who are below their limits. */
export function makeShortUrls(
  random: Random,
  history: History,
  { people, groupIds }: { people: Person[]; groupIds: string[] },
): { links: DemoLink[]; shortUrls: Row[] } {
  const links: DemoLink[] = [];
  const room = PEOPLE.map(({ status, urlLimit }) => (status === "active" ? urlLimit : 0));
  const shortUrls = planLinks(random).map((planned) => {
    const [youngest, oldest] = AGES[planned.habit];
    // More recent ones than old ones: the company grows.
    const createdAt = history.workday(Math.round(youngest + (oldest - youngest) * random.next() ** 1.5));
    const status = random.pickWeighted([["active", 92] as const, ["paused", 4] as const, ["deleted", 4] as const]);
    const lived = (history.now - createdAt) * (0.5 + random.next() * 0.49);
    const endedAt = status === "active" ? null : Math.floor(createdAt + lived);
    const members = planned.group === null ? [...PEOPLE.keys()] : (GROUPS[planned.group]?.members ?? []);
    const creator = random.pick(members.filter((index) => (room[index] ?? 0) > 0));
    room[creator] = (room[creator] ?? 0) - 1;
    const actor = personAt(people, creator);
    const groupId = planned.group === null ? null : (groupIds[planned.group] ?? null);
    const code = planned.code ?? makeCode(random);
    const id = random.uuid(createdAt);
    const subject = { type: "short_url", id, label: code };
    const created = { originalUrl: planned.destination, groupId };
    history.record(createdAt, actor, "short_url.create", subject, { after: created });
    if (endedAt !== null) {
      const action = status === "deleted" ? "short_url.delete" : "short_url.update";
      history.record(endedAt, actor, action, subject, { before: { status: "active" }, after: { status } });
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

const KEYS = [
  { name: "Shop checkout", group: 0, rateLimit: 1000, usedMinutesAgo: 3 },
  { name: "Newsletter tool", group: 0, rateLimit: 500, expiresInDays: 120, usedMinutesAgo: 95 },
  { name: "Till receipts", group: 1, rateLimit: 2000, usedMinutesAgo: 1 },
  { name: "Ticket machine", group: 2, rateLimit: 100, isActive: false, usedMinutesAgo: 20_000 },
  { name: "Job portal", group: 3, rateLimit: 100, expiresInDays: 30, usedMinutesAgo: 1_600 },
  { name: "Press archive", group: 5, rateLimit: 100 },
];

/** @param makeKeyHash not from the seed: the keys of every demonstration would be known */
export function makeApiKeys(
  random: Random,
  history: History,
  { people, groupIds, makeKeyHash }: { people: Person[]; groupIds: string[]; makeKeyHash: () => string },
): Row[] {
  return KEYS.map(({ name, group, rateLimit, isActive = true, expiresInDays, usedMinutesAgo }) => {
    const createdAt = history.workday(random.integer(30, 90));
    const id = random.uuid(createdAt);
    const groupId = groupIds[group];
    const actor = personAt(people, GROUPS[group]?.members[0]);
    const expiresAt = expiresInDays === undefined ? null : iso(history.now + expiresInDays * DAY_MS);
    const subject = { type: "api_key", id, label: name };
    history.record(createdAt, actor, "api_key.create", subject, { after: { groupId, rateLimit, expiresAt } });
    const revoked = { before: { isActive: true }, after: { isActive: false } };
    if (!isActive) history.record(history.workday(12), actor, "api_key.revoke", subject, revoked);
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
      last_used_at: usedMinutesAgo === undefined ? null : iso(history.now - usedMinutesAgo * 60_000),
      expires_at: expiresAt,
      created_at: iso(createdAt),
    };
  });
}

function makeCode(random: Random): string {
  return Array.from({ length: GENERATED_CODE_LENGTH }, () => random.pick([...CODE_ALPHABET])).join("");
}
