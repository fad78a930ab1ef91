import type { Click } from "@/lib/clicks/types";
import { makeVisitor, type Visitor } from "@/server/demo/audience";
import type { DemoLink, Habit } from "@/server/demo/links";
import { pickPlacement } from "@/server/demo/qr-codes";
import { DAY_MS, HOUR_MS, type Sample, words } from "@/server/demo/sample";

/** Number of days with clicks. */
const DEMO_DAYS = 90;
/** Of the day, in UTC. */
const BUSIEST_HOUR = 14;
/** The share of clicks by the same visitor as the previous one. */
const AGAIN = 0.18;
/** The share of clicks without a referrer, apart from scans. */
const DIRECT = 0.35;

/** Hosts in order of frequency. */
const REFERRERS = words(`www.google.com l.instagram.com www.northwind.example l.facebook.com www.linkedin.com t.co
  mail.google.com www.bing.com www.tiktok.com duckduckgo.com www.reddit.com www.pinterest.com outlook.live.com bsky.app
  news.example`);

type Pattern = {
  /** Relative number of clicks at an age in days. */
  life: (age: number) => number;
  /** Clicks on a day of the weekend, per click on a weekday. */
  weekend: number;
};

const PATTERNS: Record<Habit, Pattern> = {
  campaign: { life: (age) => Math.exp(-age / 9) + 0.04, weekend: 1.5 },
  store: { life: () => 0.15, weekend: 1.7 },
  news: { life: (age) => Math.exp(-age / 4) + 0.05, weekend: 0.4 },
  steady: { life: () => 0.1, weekend: 0.4 },
};

/** About `wanted` clicks of the last 90 days, in order of time. */
export function makeVisits(sample: Sample, links: DemoLink[], wanted: number): Click[] {
  const today = sample.now - (sample.now % DAY_MS);
  const days = Array.from({ length: DEMO_DAYS }, (_, index) => today - index * DAY_MS);
  const expected = links.flatMap((link) => days.map((day) => ({ link, day, mean: meanOf(link, day) })));
  const scale = wanted / expected.reduce((sum, { mean }) => sum + mean, 0);
  const clicks = expected.flatMap(({ link, day, mean }) => {
    const count = Math.floor(mean * scale * (0.6 + 0.8 * sample.next()) + sample.next());
    return visitsOfDay(sample, { link, day, count });
  });
  return clicks.sort((a, b) => a.at - b.at);
}

function meanOf({ habit, weight, createdAt, endedAt }: DemoLink, day: number): number {
  if (day + DAY_MS < createdAt || (endedAt !== null && day > endedAt)) return 0;
  const { life, weekend } = PATTERNS[habit];
  const age = Math.max(0, Math.floor((day - createdAt) / DAY_MS));
  const isWeekend = new Date(day).getUTCDay() % 6 === 0;
  return weight * life(age) * (isWeekend ? weekend : 1);
}

function visitsOfDay(sample: Sample, { link, day, count }: { link: DemoLink; day: number; count: number }): Click[] {
  const { next } = sample;
  const clicks: Click[] = [];
  let last: Visitor | undefined;
  for (let i = 0; i < count; i++) {
    // Roughly normal, up to twelve hours around the busiest one.
    const at = day + Math.floor((BUSIEST_HOUR + 8 * (next() + next() + next() - 1.5)) * HOUR_MS);
    if (at < link.createdAt || at > (link.endedAt ?? sample.now)) continue;
    const isQr = next() < link.qr;
    if (!last || next() > AGAIN) last = makeVisitor(sample, isQr ? 0.97 : 0.55);
    clicks.push({
      ...last,
      id: sample.uuid(at),
      urlId: link.id,
      at,
      accessMethod: isQr ? "qr" : "direct",
      referer: isQr || next() < DIRECT ? null : `https://${sample.pick(REFERRERS)}/`,
      placement: isQr ? pickPlacement(sample, link) : null,
      isPrefetch: false,
    });
  }
  return clicks;
}
