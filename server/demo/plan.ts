import type { Random } from "@/server/demo/random";

/** A distribution of clicks over time (visits.ts). */
export type Habit = "campaign" | "store" | "event" | "news" | "steady";

export type PlannedLink = {
  /** Null to generate one. */
  code: string | null;
  destination: string;
  /** Index among the groups; null for no group. */
  group: number | null;
  habit: Habit;
  /** Share of scans among the clicks; 0 for no QR code. */
  qr: number;
  /** Relative number of clicks. */
  weight: number;
};

const words = (text: string) => text.trim().split(/\s+/);

const CAMPAIGNS = words(`autumn-sale winter-preview gift-cards loyalty-club lookbook student-offer refer-a-friend
  bundle-week free-delivery rain-jackets knitwear anniversary`);
const STORES = words(`harbour-street old-town station kings-road riverside market-hall university lakeview opera
  north-gate mill-lane botanic-garden canal-walk tower-square ferry-terminal arcade hilltop west-end castle-hill airport`);
const EVENTS = words(`jazz-brunch coffee-tasting mending-workshop book-night winter-market launch-party repair-cafe
  wine-evening kids-baking photo-walk open-studio design-talk vinyl-fair poetry-slam harvest-dinner barista-course`);
const JOBS = words(`barista store-manager visual-merchandiser frontend-engineer data-analyst warehouse-lead tailor
  buyer content-editor photographer customer-care bookkeeper event-planner pastry-chef product-designer people-partner
  internship apprenticeship`);
const TOPICS = words(`returns delivery-times size-guide gift-wrapping order-status care-guide repairs warranty payment
  vouchers click-and-collect opening-hours allergens accessibility lost-and-found newsletter-signup data-request
  product-recall store-finder feedback cancel-order student-id bulk-orders complaints`);
const RELEASES = words(`q3-report half-year-report new-ceo store-opening-oslo recycled-wool living-wage design-award
  coffee-origins press-kit annual-report climate-goals partnership-fabrikam`);
/** Destinations of links with generated codes. */
const PAGES = words(`docs.northwind.example/team/handbook/travel maps.northwind.example/stores/harbour-street
  forms.northwind.example/survey/2026-autumn wiki.northwind.example/brand/colours-and-type
  files.northwind.example/photos/2026/winter-shooting.zip www.fabrikam.example/partners/northwind
  blog.contoso.example/2026/the-best-independent-stores tickets.tailspin.example/northwind/season
  video.northwind.example/watch/behind-the-seams status.northwind.example/incidents/till-outage`);

/** % stands for the name. */
type Template = readonly [code: string, destination: string, qr: number, weight: number];
/** At index `halfAt` of the names the weight is halved, so that some links stand out. */
type Kind = readonly [habit: Habit, group: number, names: readonly string[], halfAt: number, ...links: Template[]];

const shop = (channel: string) => `shop.northwind.example/collections/%?utm_source=${channel}&utm_campaign=%`;
const CAMPAIGN_LINKS: readonly Template[] = [
  ["%", shop("web"), 0.02, 7],
  ["%-mail", shop("newsletter"), 0.02, 14],
  ["%-ig", shop("instagram"), 0.02, 7],
  ["%-poster", shop("poster"), 0.85, 7],
];
const STORE_LINKS: readonly Template[] = [
  ["menu-%", "cafe.northwind.example/%/menu.pdf", 0.9, 9],
  ["wifi-%", "guests.northwind.example/wifi?store=%", 0.95, 3],
  ["receipt-%", "forms.northwind.example/feedback?store=%", 0.8, 1.2],
];
const TICKETS: Template = ["%-tickets", "tickets.tailspin.example/northwind/%", 0.15, 2];

const KINDS: readonly Kind[] = [
  ["campaign", 0, CAMPAIGNS, 5, ...CAMPAIGN_LINKS],
  ["store", 1, STORES, 6, ...STORE_LINKS],
  ["event", 2, EVENTS, 100, ["%", "events.northwind.example/%", 0.35, 3], TICKETS],
  ["news", 3, JOBS, 100, ["job-%", "careers.northwind.example/%", 0.05, 1.5]],
  ["steady", 4, TOPICS, 4, ["%", "care.northwind.example/%", 0.1, 3]],
  ["news", 5, RELEASES, 100, ["%", "press.northwind.example/%", 0, 2.5]],
];
const WITHOUT_GROUP = 48;

export function planLinks(random: Random): PlannedLink[] {
  const named = KINDS.flatMap(([habit, group, names, halfAt, ...links]) =>
    names.flatMap((name, index) =>
      links.map(([code, destination, qr, weight]) => ({
        code: code.replace("%", name),
        destination: `https://${destination.replaceAll("%", name)}`,
        group,
        habit,
        qr,
        weight: weight / (1 + index / halfAt),
      })),
    ),
  );
  const others = Array.from({ length: WITHOUT_GROUP }, (_, index) => ({
    code: null,
    destination: `https://${random.pick(PAGES)}#${index + 1}`,
    group: null,
    habit: random.pick(["steady", "news"] as const),
    qr: random.isTrue(0.3) ? 0.1 : 0,
    weight: 0.3 + random.next(),
  }));
  return [...named, ...others];
}
