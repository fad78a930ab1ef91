import type { Click } from "@/lib/clicks/types";
import { type DemoVisitor, makeBot, makeVisitor } from "@/lib/demo/audience";
import { DAY_MS } from "@/lib/demo/history";
import type { Habit } from "@/lib/demo/plan";
import type { Random, Weighted } from "@/lib/demo/random";
import type { DemoLink } from "@/lib/demo/short-urls";

/** How far back clicks go. */
export const DEMO_DAYS = 90;
const HOUR_MS = 60 * 60 * 1000;
const BOTS = 0.06;
/** How often somebody opens a link twice on a day. */
const AGAIN = 0.18;

type Pattern = {
  /** From Sunday to Saturday. */
  week: readonly number[];
  /** From midnight on, by hour. */
  day: readonly number[];
  /** So many days after the link was made. */
  life: (age: number) => number;
  /** How many come by telephone, where no QR code was scanned. */
  mobile: number;
  referrers: Weighted<string | null>[];
};

const OFFICE_WEEK = [0.35, 1.1, 1.2, 1.2, 1.1, 0.9, 0.4];
const LEISURE_WEEK = [1.25, 0.75, 0.8, 0.85, 0.95, 1.15, 1.4];
const OFFICE_DAY = [1, 0, 0, 0, 0, 1, 3, 7, 12, 14, 14, 12, 9, 12, 13, 12, 10, 8, 6, 5, 5, 4, 3, 2];
const LEISURE_DAY = [2, 1, 0, 0, 0, 1, 2, 4, 6, 8, 10, 11, 13, 12, 10, 9, 9, 11, 13, 15, 15, 12, 8, 4];
const OPENING_DAY = [0, 0, 0, 0, 0, 0, 1, 4, 9, 11, 12, 13, 16, 14, 12, 12, 11, 10, 8, 5, 3, 2, 1, 0];

const SEARCH: Weighted<string | null> = ["https://www.google.com/", 30];
const HOME: Weighted<string | null> = ["https://www.northwind.example/", 14];
const NONE: Weighted<string | null> = [null, 34];

const PATTERNS: Record<Habit, Pattern> = {
  campaign: {
    week: LEISURE_WEEK,
    day: LEISURE_DAY,
    // Much at once, and again when the reminder goes out.
    life: (age) => Math.exp(-age / 9) + (age >= 14 ? 0.6 * Math.exp(-(age - 14) / 4) : 0) + 0.04,
    mobile: 0.68,
    referrers: [
      NONE,
      ["https://mail.google.com/", 12],
      ["https://l.instagram.com/", 18],
      ["https://l.facebook.com/", 14],
      ["https://www.tiktok.com/", 6],
      ["https://www.pinterest.com/", 5],
      ["https://outlook.live.com/", 4],
      SEARCH,
    ],
  },
  store: {
    week: LEISURE_WEEK,
    day: OPENING_DAY,
    life: () => 0.25,
    mobile: 0.8,
    referrers: [NONE, HOME, ["https://www.google.com/maps", 10]],
  },
  event: {
    week: LEISURE_WEEK,
    day: LEISURE_DAY,
    // More and more until the evening itself, three weeks after, and little later.
    life: (age) => (age <= 21 ? 0.15 + (age / 21) ** 2 : 0.02),
    mobile: 0.7,
    referrers: [
      NONE,
      ["https://l.facebook.com/", 22],
      ["https://l.instagram.com/", 20],
      ["https://t.co/w7Kd2", 8],
      HOME,
    ],
  },
  news: {
    week: OFFICE_WEEK,
    day: OFFICE_DAY,
    life: (age) => Math.exp(-age / 4) + 0.05,
    mobile: 0.35,
    referrers: [
      NONE,
      ["https://www.linkedin.com/", 26],
      ["https://t.co/p0Xq9", 12],
      ["https://news.example/business", 8],
      ["https://www.reddit.com/", 5],
      ["https://bsky.app/", 3],
      SEARCH,
    ],
  },
  steady: {
    week: OFFICE_WEEK,
    day: OFFICE_DAY,
    life: () => 0.2,
    mobile: 0.45,
    referrers: [NONE, SEARCH, HOME, ["https://duckduckgo.com/", 4], ["https://www.bing.com/", 6]],
  },
};

/**
 * The clicks of the last 90 days, about as many as are asked for, in the order in which they came:
 * fewer at weekends or more, after breakfast, when a campaign starts, and a little more each month.
 */
export function makeVisits(
  random: Random,
  links: DemoLink[],
  { now, clicks: wanted }: { now: number; clicks: number },
): Click[] {
  const today = now - (now % DAY_MS);
  const days = Array.from({ length: DEMO_DAYS }, (_, place) => today - (DEMO_DAYS - 1 - place) * DAY_MS);
  const expected = links.flatMap((link) => days.map((day) => ({ link, day, mean: meanOf(link, day, today) })));
  const scale = wanted / expected.reduce((sum, { mean }) => sum + mean, 0);
  const clicks = expected.flatMap(({ link, day, mean }) =>
    visitsOfDay(random, { link, day, count: random.poisson(mean * scale) }),
  );
  return clicks.filter(({ at }) => at < now).sort((a, b) => a.at - b.at);
}

function meanOf({ habit, weight, createdAt, endedAt }: DemoLink, day: number, today: number): number {
  if (day + DAY_MS < createdAt || (endedAt !== null && day > endedAt)) return 0;
  const { life, week } = PATTERNS[habit];
  const age = Math.max(0, Math.floor((day - createdAt) / DAY_MS));
  const growth = 1 + 0.35 * (1 - (today - day) / (DEMO_DAYS * DAY_MS));
  const season = 1 + 0.12 * Math.sin((day / DAY_MS) * (Math.PI / 15));
  return weight * life(age) * (week[new Date(day).getUTCDay()] ?? 1) * growth * season;
}

function visitsOfDay(random: Random, { link, day, count }: { link: DemoLink; day: number; count: number }): Click[] {
  const { day: hours, mobile } = PATTERNS[link.habit];
  const weighted = hours.map((weight, hour): Weighted<number> => [hour, weight]);
  const clicks: Click[] = [];
  let last: DemoVisitor | undefined;
  for (let i = 0; i < count; i++) {
    const at = day + Math.floor((random.pickWeighted(weighted) + random.next()) * HOUR_MS);
    if (at < link.createdAt || (link.endedAt !== null && at > link.endedAt)) continue;
    const isBot = random.isTrue(BOTS);
    const isQr = !isBot && random.isTrue(link.qr);
    const visitor = isBot
      ? makeBot(random)
      : last && random.isTrue(AGAIN)
        ? last
        : makeVisitor(random, isQr ? 0.97 : mobile);
    if (!isBot) last = visitor;
    clicks.push({
      id: random.uuid(at),
      urlId: link.id,
      at,
      accessMethod: isQr ? "qr" : "direct",
      ip: visitor.ip,
      referer: isBot || isQr || visitor.isApp ? null : random.pickWeighted(PATTERNS[link.habit].referrers),
      userAgent: visitor.userAgent,
      country: visitor.country,
      isPrefetch: false,
    });
  }
  return clicks;
}
