import { DEFAULT_DESIGN, type QrDesign } from "@/lib/qr/design";
import type { DemoLink } from "@/server/demo/links";
import type { Group, Person } from "@/server/demo/people";
import type { Sample } from "@/server/demo/sample";

/** Stored without proving them, which a test does. */
export const DEMO_DESIGNS = {
  brand: {
    ...DEFAULT_DESIGN,
    foreground: { kind: "solid", color: "17324d" },
    modules: "rounded",
    finders: "rounded",
    level: "Q",
  },
  menu: {
    ...DEFAULT_DESIGN,
    foreground: { kind: "solid", color: "6b1f2a" },
    background: "fff8ec",
    level: "Q",
    frame: { text: "Our menu", position: "bottom" },
  },
  poster: {
    ...DEFAULT_DESIGN,
    foreground: { kind: "linear", from: "0b3d5c", to: "5b1a6e", angle: 45 },
    modules: "dots",
    finders: "circle",
    level: "Q",
  },
} satisfies Record<string, QrDesign>;

/** Where the codes of some links are displayed: in most places first. */
const PLACEMENTS: Readonly<Record<string, readonly string[]>> = {
  "menu-harbour-street": ["table", "window", "counter"],
  "menu-old-town": ["table", "entrance"],
  "menu-market-hall": ["counter", "poster-hall-3"],
  "autumn-sale-poster": ["tram-stop", "campus", "storefront"],
};

/** The placement of a scan; null for links whose code is displayed in only one place. */
export function pickPlacement(sample: Sample, { label }: DemoLink): string | null {
  const placements = PLACEMENTS[label];
  return placements ? sample.pick(placements) : null;
}

/** Two templates of the installation, one of the stores, and the placements of a few links with designs. */
export function makeQrCodes(sample: Sample, admin: Person, groups: Group[], links: DemoLink[]): void {
  const [, posters, menus] = [
    { name: "Northwind", design: DEMO_DESIGNS.brand, group: undefined, isDefault: true },
    { name: "Posters", design: DEMO_DESIGNS.poster, group: undefined, isDefault: false },
    { name: "Menus", design: DEMO_DESIGNS.menu, group: groups[1], isDefault: false },
  ].map(({ name, design, group, isDefault }) => {
    const at = sample.workday(75);
    const actor = group?.leader ?? admin;
    const after = { groupId: group?.id ?? null, isDefault, isLocked: false };
    const unrecorded = { name, design, createdById: actor.id, updatedAt: new Date(at) };
    return sample.create("qr_template", name, { at, actor, after }, unrecorded);
  });
  for (const { id: urlId, label, createdAt: at } of links) {
    const placements = PLACEMENTS[label];
    if (!placements) continue;
    const createdAt = new Date(at);
    const templateId = (label.startsWith("menu-") ? menus : posters)?.id;
    sample.insert("qr_designs", { urlId, templateId, updatedAt: createdAt });
    for (const name of placements) sample.insert("qr_placements", { urlId, name, createdAt });
  }
}
