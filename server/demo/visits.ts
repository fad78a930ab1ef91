import type { Click } from "@/lib/clicks/types";
import { type DemoVisitor, makeBot, makeVisitor } from "@/server/demo/audience";
import { DAY_MS, HOUR_MS } from "@/server/demo/history";
import type { Habit } from "@/server/demo/plan";
import { pickPlacement } from "@/server/demo/qr-codes";
import { parseWeights, type Random } from "@/server/demo/random";
import type { DemoLink } from "@/server/demo/short-urls";

/** Number of days with clicks. */
const DEMO_DAYS = 90;
const BOT_SHARE = 0.06;
/** The share of clicks by the same visitor as the previous one. */
const AGAIN = 0.18;

type Pattern = {
  /** Relative numbers of clicks, from Sunday. */
  week: readonly number[];
  /** Relative numbers by hour, from midnight UTC. */
  day: readonly number[];
  /** Relative number at an age in days. */
  life: (age: number) => number;
  /** The share of phones, apart from scans. */
  mobile: number;
  /** Hosts with weights, besides direct visits and the company's own site. */
  referrers: string;
};

const OFFICE = {
  week: [0.35, 1.1, 1.2, 1.2, 1.1, 0.9, 0.4],
  day: [1, 0, 0, 0, 0, 1, 3, 7, 12, 14, 14, 12, 9, 12, 13, 12, 10, 8, 6, 5, 5, 4, 3, 2],
};
const LEISURE = {
  week: [1.25, 0.75, 0.8, 0.85, 0.95, 1.15, 1.4],
  day: [2, 1, 0, 0, 0, 1, 2, 4, 6, 8, 10, 11, 13, 12, 10, 9, 9, 11, 13, 15, 15, 12, 8, 4],
};
const OPENING_HOURS = [0, 0, 0, 0, 0, 0, 1, 4, 9, 11, 12, 13, 16, 14, 12, 12, 11, 10, 8, 5, 3, 2, 1, 0];

const PATTERNS: Record<Habit, Pattern> = {
  campaign: {
    ...LEISURE,
    // A peak at the start, and a smaller one with the reminder.
    life: (age) => Math.exp(-age / 9) + (age >= 14 ? 0.6 * Math.exp(-(age - 14) / 4) : 0) + 0.04,
    mobile: 0.68,
    referrers:
      "www.google.com=30 l.instagram.com=18 l.facebook.com=14 mail.google.com=12 www.tiktok.com=6 www.pinterest.com=5 " +
      "outlook.live.com=4",
  },
  store: { ...LEISURE, day: OPENING_HOURS, life: () => 0.25, mobile: 0.8, referrers: "www.google.com=10" },
  event: {
    ...LEISURE,
    // Rising until the event, three weeks later.
    life: (age) => (age <= 21 ? 0.15 + (age / 21) ** 2 : 0.02),
    mobile: 0.7,
    referrers: "l.facebook.com=22 l.instagram.com=20 t.co=8",
  },
  news: {
    ...OFFICE,
    life: (age) => Math.exp(-age / 4) + 0.05,
    mobile: 0.35,
    referrers: "www.google.com=30 www.linkedin.com=26 t.co=12 news.example=8 www.reddit.com=5 bsky.app=3",
  },
  steady: { ...OFFICE, life: () => 0.2, mobile: 0.45, referrers: "www.google.com=30 www.bing.com=6 duckduckgo.com=4" },
};

/** About `clicks` clicks of the last 90 days, in order of time. */
export function makeVisits(
  random: Random,
  links: DemoLink[],
  { now, clicks: wanted }: { now: number; clicks: number },
): Click[] {
  const today = now - (now % DAY_MS);
  const days = Array.from({ length: DEMO_DAYS }, (_, index) => today - (DEMO_DAYS - 1 - index) * DAY_MS);
  const expected = links.flatMap((link) => days.map((day) => ({ link, day, mean: meanOf(link, day) })));
  const scale = wanted / expected.reduce((sum, { mean }) => sum + mean, 0);
  const clicks = expected.flatMap(({ link, day, mean }) => {
    const count = Math.floor(mean * scale * (0.6 + 0.8 * random.next()) + random.next());
    return visitsOfDay(random, { link, day, count });
  });
  return clicks.filter(({ at }) => at < now).sort((a, b) => a.at - b.at);
}

function meanOf({ habit, weight, createdAt, endedAt }: DemoLink, day: number): number {
  if (day + DAY_MS < createdAt || (endedAt !== null && day > endedAt)) return 0;
  const { life, week } = PATTERNS[habit];
  const age = Math.max(0, Math.floor((day - createdAt) / DAY_MS));
  return weight * life(age) * (week[new Date(day).getUTCDay()] ?? 1);
}

function visitsOfDay(random: Random, { link, day, count }: { link: DemoLink; day: number; count: number }): Click[] {
  const { mobile, ...pattern } = PATTERNS[link.habit];
  const hours = [...pattern.day.entries()];
  // An empty host is a direct visit.
  const hosts = parseWeights(`=34 www.northwind.example=14 ${pattern.referrers}`);
  const clicks: Click[] = [];
  let last: DemoVisitor | undefined;
  for (let i = 0; i < count; i++) {
    const at = day + Math.floor((random.pickWeighted(hours) + random.next()) * HOUR_MS);
    if (at < link.createdAt || (link.endedAt !== null && at > link.endedAt)) continue;
    const isBot = random.isTrue(BOT_SHARE);
    const isQr = !isBot && random.isTrue(link.qr);
    const person = last && random.isTrue(AGAIN) ? last : makeVisitor(random, isQr ? 0.97 : mobile);
    const { isApp, ...visitor } = isBot ? makeBot(random) : person;
    if (!isBot) last = person;
    const host = isBot || isQr || isApp ? "" : random.pickWeighted(hosts);
    clicks.push({
      ...visitor,
      id: random.uuid(at),
      urlId: link.id,
      at,
      accessMethod: isQr ? "qr" : "direct",
      referer: host ? `https://${host}/` : null,
      placement: isQr ? pickPlacement(random, link) : null,
      isPrefetch: false,
    });
  }
  return clicks;
}
