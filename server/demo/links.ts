import { GENERATED_CODE_LENGTH } from "@/lib/urls/short-code";
import type { Group, Person } from "@/server/demo/people";
import { type Labelled, type Row, type Sample, words } from "@/server/demo/sample";

/** A distribution of clicks over time (visits.ts). */
export type Habit = "campaign" | "store" | "news" | "steady";

export type DemoLink = Labelled & {
  habit: Habit;
  /** Share of scans among the clicks; 0 for no QR code. */
  qr: number;
  /** Relative number of clicks. */
  weight: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When it was paused or deleted; it has no clicks afterwards. */
  endedAt: number | null;
};

/** % stands for the name; an empty code is generated. */
type Template = readonly [code: string, destination: string, qr: number];
type Kind = { habit: Habit; names: string; templates: readonly Template[] };

const shop = (channel: string) => `shop.northwind.example/collections/%?utm_source=${channel}&utm_campaign=%`;

/** The links of each group, in its order, and finally those of no group. */
const KINDS: readonly Kind[] = [
  {
    habit: "campaign",
    names: `autumn-sale winter-preview gift-cards loyalty-club lookbook student-offer refer-a-friend bundle-week
      free-delivery rain-jackets knitwear anniversary`,
    templates: [
      ["%", shop("web"), 0.02],
      ["%-mail", shop("newsletter"), 0.02],
      ["%-ig", shop("instagram"), 0.02],
      ["%-poster", shop("poster"), 0.85],
    ],
  },
  {
    habit: "store",
    names: `harbour-street old-town station kings-road riverside market-hall university lakeview opera north-gate
      mill-lane botanic-garden canal-walk tower-square ferry-terminal arcade hilltop west-end castle-hill airport`,
    templates: [
      ["menu-%", "cafe.northwind.example/%/menu.pdf", 0.9],
      ["wifi-%", "guests.northwind.example/wifi?store=%", 0.95],
      ["receipt-%", "forms.northwind.example/feedback?store=%", 0.8],
    ],
  },
  {
    habit: "campaign",
    names: `jazz-brunch coffee-tasting mending-workshop book-night winter-market launch-party repair-cafe wine-evening
      kids-baking photo-walk open-studio design-talk vinyl-fair poetry-slam harvest-dinner barista-course`,
    templates: [
      ["%", "events.northwind.example/%", 0.35],
      ["%-tickets", "tickets.tailspin.example/northwind/%", 0.15],
    ],
  },
  {
    habit: "news",
    names: `barista store-manager visual-merchandiser frontend-engineer data-analyst warehouse-lead tailor buyer
      content-editor photographer customer-care bookkeeper event-planner pastry-chef internship apprenticeship`,
    templates: [["job-%", "careers.northwind.example/%", 0.05]],
  },
  {
    habit: "steady",
    names: `returns delivery-times size-guide gift-wrapping order-status care-guide repairs warranty payment vouchers
      click-and-collect opening-hours allergens accessibility lost-and-found newsletter-signup product-recall`,
    templates: [["%", "care.northwind.example/%", 0.1]],
  },
  {
    habit: "news",
    names: `q3-report half-year-report new-ceo store-opening-oslo recycled-wool living-wage design-award coffee-origins
      press-kit annual-report climate-goals partnership-fabrikam`,
    templates: [["%", "press.northwind.example/%", 0]],
  },
  {
    habit: "news",
    names: "travel expenses holidays colours-and-type winter-shooting store-map till-outage season-tickets",
    templates: [
      ["", "docs.northwind.example/handbook/%", 0],
      ["", "files.northwind.example/2026/%.zip", 0],
      ["", "forms.northwind.example/survey/%", 0.1],
    ],
  },
];

/** Links of active users; those of a group belong to its members. */
export function makeLinks(sample: Sample, people: Person[], groups: Group[]): DemoLink[] {
  return KINDS.flatMap(({ names, templates, habit }, kind) => {
    const group = groups[kind];
    const creators = (group?.members ?? people).filter(({ status }) => status === "active");
    return words(names).flatMap((name, index) =>
      templates.map(([code, destination, qr]) => {
        const label = code.replace("%", name) || sample.uuid(0).slice(-GENERATED_CODE_LENGTH);
        const after = { originalUrl: `https://${destination.replaceAll("%", name)}`, groupId: group?.id ?? null };
        // The first ones stand out.
        const weight = 1 / (1 + index / 5);
        const link = makeLink(sample, { label, actor: sample.pick(creators), after, hasQr: qr > 0 });
        return { ...link, habit, qr, weight };
      }),
    );
  });
}

type Plan = { label: string; actor: Person; after: Row; hasQr: boolean };

function makeLink(sample: Sample, { label, actor, after, hasQr }: Plan) {
  // More recent ones than old ones: the company grows.
  const createdAt = sample.workday(1 + Math.floor(120 * sample.next() ** 1.5));
  const isActive = sample.next() < 0.92;
  const status = isActive ? "active" : sample.pick(["paused", "deleted"] as const);
  const endedAt = isActive ? null : createdAt + Math.floor((sample.now - createdAt) * sample.next());
  const unrecorded = {
    shortCode: label,
    status,
    createdById: actor.id,
    qrGeneratedAt: hasQr ? new Date(createdAt) : null,
    updatedAt: new Date(endedAt ?? createdAt),
  };
  const link = sample.create("short_url", label, { at: createdAt, actor, after }, unrecorded);
  if (endedAt !== null) {
    const action = status === "deleted" ? "short_url.delete" : "short_url.update";
    sample.record(action, link, { at: endedAt, actor, before: { status: "active" }, after: { status } });
  }
  return { ...link, createdAt, endedAt };
}
