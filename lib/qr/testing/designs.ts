import { DEFAULT_DESIGN, designSchema, type QrDesign } from "@/lib/qr/design";
import { cleanLogo } from "@/lib/qr/studio";
import type { CleanLogo } from "@/lib/qr/studio-types";

/** A design that differs from the default in these properties. */
export function designWith(changes: object): QrDesign {
  return designSchema.parse({ ...DEFAULT_DESIGN, ...changes });
}

/** The property `logo` of a design. */
export function logoOf(percent: number): NonNullable<QrDesign["logo"]> {
  return { id: "01890a5d-ac96-774b-bcce-b302099a8057", percent };
}

const disc = (color: string) => `<circle cx="200" cy="200" r="200" fill="${color}"/>`;
const square = (from: number, color: string) =>
  `<path d="M${from} ${from}h${400 - 2 * from}v${400 - 2 * from}H${from}z" fill="${color}"/>`;

/** Logos like those of brands, and some that make codes hard to read: 400 units each way. */
const LOGOS = {
  /** Transparent around a disc with a cross. */
  cross: `${disc("#0f766e")}<path d="M100 200h200M200 100v200" stroke="#fff" stroke-width="40"/>`,
  disc: disc("#7f1d1d"),
  ring: '<circle cx="200" cy="200" r="150" fill="none" stroke="#111" stroke-width="80"/>',
  /** Looks like a corner of the code. */
  finder: square(0, "#000") + square(57, "#fff") + square(114, "#000"),
  darkTile: `${square(0, "#0b1220")}<path d="M80 300L200 80l120 220z" fill="#f59e0b"/>`,
  lightTile: `${square(0, "#f8fafc")}<path d="M80 300L200 80l120 220z" fill="#1d4ed8"/>`,
  /** Twice as wide as high. */
  wordmark:
    '<path d="M0 100h60v200H0zM100 100h120v200H100zM260 100h60v80h60v-80h20v200h-60v-60h-60v60h-20z" fill="#be123c"/>',
  /** As small as modules. */
  noise: Array.from(
    { length: 200 },
    (_, at) => `<path d="M${((at * 7) % 20) * 20} ${((at * 13) % 20) * 20}h20v20h-20z"/>`,
  ).join(""),
  stripes: Array.from({ length: 10 }, (_, at) => `<path d="M${at * 40} 0h20v400h-20z" fill="#312e81"/>`).join(""),
} as const;
export type LogoKind = keyof typeof LOGOS;
export const LOGO_KINDS = Object.keys(LOGOS) as LogoKind[];

export function logoSvg(kind: LogoKind = "cross", color?: string): Buffer {
  const inside = color ? LOGOS[kind].replaceAll(/#[0-9a-f]{6}/g, color) : LOGOS[kind];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${inside}</svg>`);
}

export function cleanedLogo(kind?: LogoKind, color?: string): Promise<CleanLogo> {
  return cleanLogo(logoSvg(kind, color));
}
