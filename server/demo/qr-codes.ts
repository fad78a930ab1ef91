import { DEFAULT_DESIGN, type QrDesign } from "@/lib/qr/design";
import type { History, Row } from "@/server/demo/history";
import { membersOf, type Person } from "@/server/demo/people";
import { parseWeights, type Random, type Weighted } from "@/server/demo/random";
import type { DemoLink } from "@/server/demo/short-urls";

/** Placements of some links' codes, weighted by their scans. */
const PLACEMENTS: Readonly<Record<string, Weighted<string>[]>> = {
  "menu-harbour-street": parseWeights("table=9 window=3 counter=2"),
  "menu-old-town": parseWeights("table=7 entrance=4"),
  "menu-market-hall": parseWeights("counter=6 poster-hall-3=3"),
  "autumn-sale-poster": parseWeights("tram-stop=6 campus=3 storefront=2"),
};

const BRAND: QrDesign = {
  ...DEFAULT_DESIGN,
  foreground: { kind: "solid", color: "17324d" },
  modules: "rounded",
  finders: "rounded",
  level: "Q",
};
const MENU: QrDesign = {
  ...DEFAULT_DESIGN,
  foreground: { kind: "solid", color: "6b1f2a" },
  background: "fff8ec",
  level: "Q",
  frame: { text: "Our menu", position: "bottom" },
};
const POSTER: QrDesign = {
  ...DEFAULT_DESIGN,
  foreground: { kind: "linear", from: "0b3d5c", to: "5b1a6e", angle: 45 },
  modules: "dots",
  finders: "circle",
  level: "Q",
};
/** Stored without proving them, which a test does. */
export const DEMO_DESIGNS = { brand: BRAND, menu: MENU, poster: POSTER };
/** The group whose template is for menus. */
const STORES = 1;

/** The placement of a scan; null for links whose code is displayed in only one place. */
export function pickPlacement(random: Random, { code }: DemoLink): string | null {
  const places = PLACEMENTS[code ?? ""];
  return places ? random.pickWeighted(places) : null;
}

type Organisation = { people: Person[]; groupIds: string[]; links: DemoLink[] };

/** Two templates of the installation, one of the stores, the designs of a few links, and placements. */
export function makeQrCodes(random: Random, history: History, { people, groupIds, links }: Organisation) {
  const templates = [
    { name: "Northwind", design: BRAND, group: null, isDefault: true },
    { name: "Menus", design: MENU, group: STORES, isDefault: false },
    { name: "Posters", design: POSTER, group: null, isDefault: false },
  ].map(({ name, design, group, isDefault }): Row & { id: string } => {
    const createdAt = history.workday(75);
    const id = random.uuid(createdAt);
    const [leader] = membersOf(people, group ?? 0);
    const groupId = group === null ? null : (groupIds[group] ?? null);
    const subject = { id, label: name };
    history.record(createdAt, leader, "qr_template.create", subject, { groupId, isDefault, isLocked: false });
    return {
      id,
      group_id: groupId,
      name,
      design,
      is_default: isDefault,
      is_locked: false,
      created_by_id: leader.id,
      created_at: new Date(createdAt),
      updated_at: new Date(createdAt),
    };
  });
  const placed = links.filter(({ code }) => PLACEMENTS[code ?? ""]);
  const [, menus, posters] = templates.map(({ id }) => id);
  const designs = placed.map(({ id, group, createdAt }): Row => {
    const template = group === STORES ? menus : posters;
    return { url_id: id, template_id: template ?? null, design: null, updated_at: new Date(createdAt) };
  });
  const placements = placed.flatMap(({ id, code, createdAt }) =>
    (PLACEMENTS[code ?? ""] ?? []).map(([name]): Row => ({ url_id: id, name, created_at: new Date(createdAt) })),
  );
  return { templates, designs, placements };
}
