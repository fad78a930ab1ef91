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

/** A circle with a cross, transparent around it. */
export function logoSvg(color = "#0f766e"): Buffer {
  const paths = `<circle cx="200" cy="200" r="200" fill="${color}"/><path d="M100 200h200M200 100v200" stroke="#fff" stroke-width="40"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${paths}</svg>`);
}

export function cleanedLogo(color?: string): Promise<CleanLogo> {
  return cleanLogo(logoSvg(color));
}
