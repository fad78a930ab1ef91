import type { Check } from "@/lib/qr/child/proof";
import { DEFAULT_DESIGN, QR_MIN_LOGO_PERCENT, type QrDesign } from "@/lib/qr/design";
import { QR_STANDARD_MARGIN_MODULES } from "@/lib/qr/schema";
import type { DesignToProve } from "@/lib/qr/studio-types";

type Passes = (code: DesignToProve) => Promise<boolean>;
/** The search for a remedy tries a design dozens of times. */
const EXPLAIN_MS = 8_000;

type Explanation = { reason: string; percent?: number };

/** Single changes that may make a design readable, the smallest first. */
const REMEDIES: { reason: string; apply: (design: QrDesign) => QrDesign }[] = [
  ...[1, 2, QR_STANDARD_MARGIN_MODULES].map((margin) => ({
    reason: `The quiet zone is too narrow; make it at least ${margin} ${margin === 1 ? "module" : "modules"} wide.`,
    apply: (design: QrDesign) => ({ ...design, margin: Math.max(design.margin, margin) }),
  })),
  {
    reason: "The shape of the modules is hard to read; use squares or rounded modules.",
    apply: (design) => ({ ...design, modules: "rounded" }),
  },
  {
    reason: "The shape of the finders is hard to read; use squares.",
    apply: (design) => ({ ...design, finders: "square" }),
  },
  {
    reason: "These shapes are hard to read; use square modules and finders.",
    apply: (design) => ({ ...design, modules: "square", finders: "square" }),
  },
  {
    reason: "Scanners can't read this code on a surface that isn't white; give it a background.",
    apply: (design) => ({ ...design, background: design.background ?? (design.inverted ? "000000" : "ffffff") }),
  },
  {
    reason: "The contrast is too low in print; use a darker foreground or a lighter background.",
    apply: (design) => ({ ...design, ...strongest(design) }),
  },
  { reason: "The frame is hard to tell from the code; remove it.", apply: (design) => ({ ...design, frame: null }) },
];

/** Without a remedy. */
export const FALLBACKS: Record<Check, string> = {
  as_is: "Scanners can't read this design; use simpler shapes, stronger colours or a smaller logo.",
  grey: "Scanners can't read this design printed in grey; use stronger colours.",
  blurred: "Scanners can't read this design when it is slightly out of focus; use simpler shapes or a smaller logo.",
  grey_ground: "Scanners can't read this design on a grey surface; give it a background and a wider quiet zone.",
  damaged: "A little dirt makes this design unreadable; use a smaller logo or a higher error correction level.",
  tilted: "Scanners can't read this design from the side; use simpler shapes or a smaller logo.",
  noisy: "Scanners can't read this design in poor light; use stronger colours.",
  small: "This design is too fine to be printed small; use simpler shapes or a smaller logo.",
};

/** Explains why a design fails, by finding the smallest change that makes it pass. */
export async function explain(code: DesignToProve, failed: Check, passes: Passes): Promise<Explanation> {
  const deadline = performance.now() + (code.explainMs ?? EXPLAIN_MS);
  const passesInTime: Passes = async (other) => performance.now() < deadline && (await passes(other));
  return (await findRemedy(code, passesInTime)) ?? { reason: FALLBACKS[failed] };
}

async function findRemedy(code: DesignToProve, passes: Passes): Promise<Explanation | null> {
  const smallerLogo = await findLogoPercent(code, passes);
  if (smallerLogo !== null) return logoTooLarge(smallerLogo);
  for (const { reason, apply } of REMEDIES) {
    const design = apply(code.design);
    if (!isSame(design, code.design) && (await passes({ ...code, design }))) return { reason };
  }
  if (code.logo && (await passes({ ...code, design: { ...code.design, logo: null }, logo: null }))) {
    return { reason: "Scanners can't read this design with a logo; remove it or use simpler shapes." };
  }
  return null;
}

function logoTooLarge(percent: number): Explanation {
  return { reason: `The logo covers too much; make it smaller than ${percent + 1}%.`, percent };
}

/** The largest size of the logo that passes, by bisection; null if none does, or there is no logo. */
async function findLogoPercent(code: DesignToProve, passes: Passes): Promise<number | null> {
  const { logo } = code.design;
  if (!logo) return null;
  const isReadAt = (percent: number) => passes({ ...code, design: { ...code.design, logo: { ...logo, percent } } });
  let [passing, failing] = [QR_MIN_LOGO_PERCENT, logo.percent];
  if (failing <= passing || !(await isReadAt(passing))) return null;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (await isReadAt(middle)) passing = middle;
    else failing = middle;
  }
  return passing;
}

/** Black on white, or the reverse; transparency stays. */
function strongest({ background, inverted }: QrDesign): Pick<QrDesign, "foreground" | "background"> {
  const [dark, light] = [DEFAULT_DESIGN.foreground, { kind: "solid", color: "ffffff" }] as const;
  return {
    foreground: inverted ? light : dark,
    background: background === null ? null : inverted ? "000000" : "ffffff",
  };
}

function isSame(a: QrDesign, b: QrDesign): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
