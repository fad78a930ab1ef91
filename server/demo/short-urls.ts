import { generateApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";
import { hashToken } from "@/lib/auth/tokens";
import { CODE_ALPHABET, GENERATED_CODE_LENGTH } from "@/lib/urls/short-code";
import { DAY_MS, type History, type Row } from "@/server/demo/history";
import { membersOf, type Person } from "@/server/demo/people";
import { type Habit, type PlannedLink, planLinks } from "@/server/demo/plan";
import { parseWeights, type Random } from "@/server/demo/random";

export type DemoLink = PlannedLink & {
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When it was paused or deleted; it has no clicks afterwards. */
  endedAt: number | null;
};

type Organisation = { people: Person[]; groupIds: string[] };

/** Ages in days, youngest and oldest. Links with a short life are recent, so that they still have clicks. */
const AGES: Record<Habit, [number, number]> = {
  campaign: [1, 110],
  event: [0, 100],
  news: [0, 120],
  store: [80, 140],
  steady: [0, 140],
};
const STATUSES = parseWeights("active=92 paused=4 deleted=4");

/** Creates links of users who are below their limits and in the link's group. */
export function makeShortUrls(random: Random, history: History, { people, groupIds }: Organisation) {
  const links: DemoLink[] = [];
  const room = new Map(people.map(({ id, status, urlLimit }) => [id, status === "active" ? urlLimit : 0]));
  const shortUrls = planLinks(random).map((planned): Row => {
    const { group, destination, habit } = planned;
    const [youngest, oldest] = AGES[habit];
    // More recent ones than old ones: the company grows.
    const createdAt = history.workday(Math.round(youngest + (oldest - youngest) * random.next() ** 1.5));
    const status = random.pickWeighted(STATUSES);
    const lived = (history.now - createdAt) * (0.5 + random.next() * 0.49);
    const endedAt = status === "active" ? null : Math.floor(createdAt + lived);
    const roomOf = ({ id }: Person) => room.get(id) ?? 0;
    const creator = random.pick((group === null ? people : membersOf(people, group)).filter(roomOf));
    room.set(creator.id, roomOf(creator) - 1);
    const groupId = group === null ? null : groupIds[group];
    const code = planned.code ?? makeCode(random);
    const id = random.uuid(createdAt);
    const subject = { id, label: code };
    history.record(createdAt, creator, "short_url.create", subject, { originalUrl: destination, groupId });
    if (endedAt !== null) {
      const action = status === "deleted" ? "short_url.delete" : "short_url.update";
      history.record(endedAt, creator, action, subject, { status }, { status: "active" });
    }
    links.push({ ...planned, id, createdAt, endedAt });
    return {
      id,
      short_code: code,
      original_url: destination,
      status,
      created_by_id: creator.id,
      group_id: groupId,
      qr_generated_at: planned.qr > 0 ? new Date(createdAt) : null,
      created_at: new Date(createdAt),
      updated_at: new Date(endedAt ?? createdAt),
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

/** API keys that nobody knows. They are not derived from the seed, or the keys of every demo would be known. */
export function makeApiKeys(random: Random, history: History, { people, groupIds }: Organisation): Row[] {
  return KEYS.map(({ name, group, rateLimit, isActive = true, expiresInDays, usedMinutesAgo }) => {
    const createdAt = history.workday(random.integer(30, 90));
    const id = random.uuid(createdAt);
    const groupId = groupIds[group];
    const [leader] = membersOf(people, group);
    const expiresAt = expiresInDays === undefined ? null : new Date(history.now + expiresInDays * DAY_MS);
    const subject = { id, label: name };
    history.record(createdAt, leader, "api_key.create", subject, { groupId, rateLimit, expiresAt });
    const before = { isActive: true };
    if (!isActive) history.record(history.workday(12), leader, "api_key.revoke", subject, { isActive }, before);
    const apiKey = generateApiKey();
    return {
      id,
      group_id: groupId,
      created_by_id: leader.id,
      name,
      key_hash: hashToken(apiKey),
      key_prefix: prefixOf(apiKey),
      last_four: lastFourOf(apiKey),
      is_active: isActive,
      rate_limit: rateLimit,
      last_used_at: usedMinutesAgo === undefined ? null : new Date(history.now - usedMinutesAgo * 60_000),
      expires_at: expiresAt,
      created_at: new Date(createdAt),
    };
  });
}

function makeCode(random: Random): string {
  return Array.from({ length: GENERATED_CODE_LENGTH }, () => random.pick([...CODE_ALPHABET])).join("");
}
