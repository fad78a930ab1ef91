import type { Role } from "@/lib/actor";
import type { UserStatus } from "@/lib/users/types";

/** Northwind, a fictional company that sells clothes and coffee and hosts events. */
const NAMES =
  "Maya Lindqvist,Jonas Weber,Priya Nair,Elena Petrova,Daniel Osei,Amara Okafor,Tom Becker,Ingrid Solberg,Lucas Moreau," +
  "Hana Novotná,Mateo García,Freya Nilsson,Oliver Hughes,Anouk de Vries,Kenji Watanabe,Zofia Kowalska,Samuel Adeyemi," +
  "Clara Hoffmann,Noah Berg,Leila Haddad,Sofia Rossi,Viktor Lang,Emil Sørensen";

type DemoUser = { firstName: string; lastName: string; role: Role; status: UserStatus; urlLimit: number };

/** An overall_admin, four group_admins, users, and at the end one user of each other status. */
export const PEOPLE: readonly DemoUser[] = NAMES.split(",").map((name, index, { length }) => {
  const [firstName = "", ...lastNames] = name.split(" ");
  return {
    firstName,
    lastName: lastNames.join(" "),
    role: index === 0 ? "overall_admin" : index < 5 ? "group_admin" : "shortcode_admin",
    status: (["deleted", "locked", "paused"] as const)[length - 1 - index] ?? "active",
    urlLimit: index < 5 ? 100 : index < 14 ? 40 : index < 18 ? 25 : 10,
  };
});

type DemoGroup = { name: string; description: string | null; userLimit: number; members: readonly number[] };

/** Members are indexes in PEOPLE; the first one leads the group. */
export const GROUPS: readonly DemoGroup[] = [
  {
    name: "Marketing",
    description: "Campaigns, newsletters and posters",
    userLimit: 25,
    members: [1, 5, 6, 7, 14, 20],
  },
  { name: "Stores", description: "QR codes in the stores", userLimit: 200, members: [2, 8, 9, 10, 15, 18] },
  { name: "Events", description: "Readings, tastings and parties", userLimit: 1000, members: [3, 7, 11, 19] },
  { name: "Careers", description: "Open positions", userLimit: 10, members: [4, 12, 16] },
  { name: "Support", description: null, userLimit: 50, members: [4, 13, 17, 21] },
  { name: "Press", description: "Press releases and pictures", userLimit: 1000, members: [3, 12, 13] },
];

const words = (text: string) => text.trim().split(/\s+/);

export const CAMPAIGNS = words(`autumn-sale winter-preview gift-cards loyalty-club lookbook student-offer refer-a-friend
  bundle-week free-delivery rain-jackets knitwear anniversary`);
export const STORES = words(`harbour-street old-town station kings-road riverside market-hall university lakeview opera
  north-gate mill-lane botanic-garden canal-walk tower-square ferry-terminal arcade hilltop west-end castle-hill airport`);
export const EVENTS =
  words(`jazz-brunch coffee-tasting mending-workshop book-night winter-market launch-party repair-cafe
  wine-evening kids-baking photo-walk open-studio design-talk vinyl-fair poetry-slam harvest-dinner barista-course`);
export const JOBS =
  words(`barista store-manager visual-merchandiser frontend-engineer data-analyst warehouse-lead tailor
  buyer content-editor photographer customer-care bookkeeper event-planner pastry-chef product-designer people-partner
  internship apprenticeship`);
export const TOPICS =
  words(`returns delivery-times size-guide gift-wrapping order-status care-guide repairs warranty payment
  vouchers click-and-collect opening-hours allergens accessibility lost-and-found newsletter-signup data-request
  product-recall store-finder feedback cancel-order student-id bulk-orders complaints`);
export const RELEASES =
  words(`q3-report half-year-report new-ceo store-opening-oslo recycled-wool living-wage design-award
  coffee-origins press-kit annual-report climate-goals partnership-fabrikam`);
/** Destinations of links with generated codes. */
export const PAGES = words(`docs.northwind.example/team/handbook/travel maps.northwind.example/stores/harbour-street
  forms.northwind.example/survey/2026-autumn wiki.northwind.example/brand/colours-and-type
  files.northwind.example/photos/2026/winter-shooting.zip www.fabrikam.example/partners/northwind
  blog.contoso.example/2026/the-best-independent-stores tickets.tailspin.example/northwind/season
  video.northwind.example/watch/behind-the-seams status.northwind.example/incidents/till-outage`);
