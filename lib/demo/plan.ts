import type { Random } from "@/lib/demo/random";
import { CAMPAIGNS, CHANNELS, EVENTS, JOBS, ODDS, RELEASES, STORES, TOPICS } from "@/lib/demo/words";

/** How a link is visited over time: see visits.ts. */
export type Habit = "campaign" | "store" | "event" | "news" | "steady";

export type PlannedLink = {
  /** Null: one is made. */
  code: string | null;
  destination: string;
  /** Place in GROUPS; null: nobody's. */
  group: number | null;
  habit: Habit;
  /** The part of its visits that come by its QR code; 0: it has none. */
  qr: number;
  /** How often it is visited, against the others. */
  weight: number;
};

/** The links of the organisation, those of a kind together. */
export function planLinks(random: Random): PlannedLink[] {
  return [...marketing(), ...stores(), ...events(), ...careers(), ...support(), ...press(), ...odds(random)];
}

function marketing(): PlannedLink[] {
  return CAMPAIGNS.flatMap((campaign, place) =>
    CHANNELS.map(
      ([suffix, channel]): PlannedLink => ({
        code: `${campaign}${suffix}`,
        destination: `https://shop.northwind.example/collections/${campaign}?utm_source=${channel}&utm_campaign=${campaign}`,
        group: 0,
        habit: "campaign",
        qr: channel === "poster" ? 0.85 : 0.02,
        weight: (channel === "newsletter" ? 14 : 7) / (1 + place / 5),
      }),
    ),
  );
}

function stores(): PlannedLink[] {
  return STORES.flatMap((store, place): PlannedLink[] => {
    const common = { group: 1, habit: "store" } as const;
    const size = 1 / (1 + place / 6);
    return [
      {
        ...common,
        code: `menu-${store}`,
        destination: `https://cafe.northwind.example/${store}/menu.pdf`,
        qr: 0.9,
        weight: 9 * size,
      },
      {
        ...common,
        code: `wifi-${store}`,
        destination: `https://guests.northwind.example/wifi?store=${store}`,
        qr: 0.95,
        weight: 3 * size,
      },
      {
        ...common,
        code: `receipt-${store}`,
        destination: `https://forms.northwind.example/feedback?store=${store}`,
        qr: 0.8,
        weight: 1.2 * size,
      },
    ];
  });
}

function events(): PlannedLink[] {
  return EVENTS.flatMap((event): PlannedLink[] => {
    const common = { group: 2, habit: "event" } as const;
    return [
      { ...common, code: event, destination: `https://events.northwind.example/${event}`, qr: 0.35, weight: 3 },
      {
        ...common,
        code: `${event}-tickets`,
        destination: `https://tickets.tailspin.example/northwind/${event}`,
        qr: 0.15,
        weight: 2,
      },
    ];
  });
}

function careers(): PlannedLink[] {
  return JOBS.map((job) => ({
    code: `job-${job}`,
    destination: `https://careers.northwind.example/positions/${job}`,
    group: 3,
    habit: "news",
    qr: 0.05,
    weight: 1.5,
  }));
}

function support(): PlannedLink[] {
  return TOPICS.map((topic, place) => ({
    code: topic,
    destination: `https://care.northwind.example/articles/${topic}`,
    group: 4,
    habit: "steady",
    qr: 0.1,
    weight: 3 / (1 + place / 4),
  }));
}

function press(): PlannedLink[] {
  return RELEASES.map((release) => ({
    code: release,
    destination: `https://press.northwind.example/releases/${release}`,
    group: 5,
    habit: "news",
    qr: 0,
    weight: 2.5,
  }));
}

const ODD_LINKS = 48;

function odds(random: Random): PlannedLink[] {
  return Array.from({ length: ODD_LINKS }, (_, place) => ({
    code: null,
    destination: `${random.pick(ODDS)}#${place + 1}`,
    group: null,
    habit: random.pick(["steady", "news"] as const),
    qr: random.isTrue(0.3) ? 0.1 : 0,
    weight: 0.3 + random.next(),
  }));
}
