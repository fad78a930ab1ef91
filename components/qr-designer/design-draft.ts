import { DEFAULT_DESIGN, designSchema, type QrDesign } from "@/lib/qr/design";

/** A design while it is edited. Colours are as typed, with their number sign. */
export type DesignDraft = QrDesign;

/** The message for each part of a design that the server would refuse, by its path: "frame.text". */
export type DesignProblems = Partial<Record<string, string>>;

/** The typed design; null if it is not valid. */
export function toDesign(draft: DesignDraft): QrDesign | null {
  return designSchema.safeParse(draft).data ?? null;
}

export function findDesignProblems(draft: DesignDraft): DesignProblems {
  const issues = designSchema.safeParse(draft).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

/** @param design its colours are six hexadecimal digits */
export function toDraft(design: QrDesign): DesignDraft {
  const { foreground, background } = design;
  return {
    ...design,
    foreground:
      foreground.kind === "solid"
        ? { ...foreground, color: `#${foreground.color}` }
        : { ...foreground, from: `#${foreground.from}`, to: `#${foreground.to}` },
    background: background === null ? null : `#${background}`,
  };
}

/** Whether two designs, valid or not, are the same. */
export function isSameDesign(a: DesignDraft, b: DesignDraft): boolean {
  return JSON.stringify(toDesign(a) ?? a) === JSON.stringify(toDesign(b) ?? b);
}

/** What was edited in a design, on top of what someone else has saved meanwhile. Parts are kept as a whole. */
export function rebase(draft: DesignDraft, before: DesignDraft, now: DesignDraft): DesignDraft {
  const isEdited = ([part, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[part as keyof DesignDraft]);
  return { ...now, ...Object.fromEntries(Object.entries(draft).filter(isEdited)) };
}

export type ForegroundKind = QrDesign["foreground"]["kind"];

/** Another kind of foreground with the same colours, as far as it has them. */
export function withKind(foreground: QrDesign["foreground"], kind: ForegroundKind): QrDesign["foreground"] {
  const [from, to] =
    foreground.kind === "solid" ? [foreground.color, foreground.color] : [foreground.from, foreground.to];
  if (kind === "solid") return { kind, color: from };
  const gradient = { from, to: to === from ? SECOND_COLOUR : to };
  return kind === "radial" ? { kind, ...gradient } : { kind, ...gradient, angle: DEFAULT_ANGLE };
}

/** The end colour of a gradient until another one is chosen. */
const SECOND_COLOUR = "#1d4ed8";
const DEFAULT_ANGLE = 45;

/**
 * Sets whether a code is inverted, that is light on dark. Swaps a solid foreground with the background, if there is
 * one.
 */
export function withInverted(draft: DesignDraft, inverted: boolean): DesignDraft {
  const { foreground, background } = draft;
  if (foreground.kind !== "solid" || background === null) return { ...draft, inverted };
  return { ...draft, inverted, foreground: { kind: "solid", color: background }, background: foreground.color };
}

/** Designs to start from. */
export const PRESETS: readonly { name: string; design: Omit<QrDesign, "logo"> }[] = [
  { name: "Classic", design: DEFAULT_DESIGN },
  {
    name: "Ink",
    design: {
      ...DEFAULT_DESIGN,
      foreground: { kind: "solid", color: "14213d" },
      modules: "rounded",
      finders: "rounded",
      level: "Q",
    },
  },
  {
    name: "Harbour",
    design: {
      ...DEFAULT_DESIGN,
      foreground: { kind: "linear", from: "0b4f3f", to: "123a6b", angle: 45 },
      modules: "connected",
      finders: "circle",
      level: "Q",
    },
  },
  {
    name: "Poster",
    design: {
      ...DEFAULT_DESIGN,
      foreground: { kind: "solid", color: "1c1917" },
      background: "fdf6e3",
      modules: "dots",
      finders: "circle",
      level: "Q",
      frame: { text: "Scan me", position: "bottom" },
    },
  },
];
