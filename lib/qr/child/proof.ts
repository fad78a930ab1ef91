import { AppError } from "@/lib/errors";
import { CONDITIONS, type Condition, darkOnLight, reads, readsAtWidth, type Sample } from "@/lib/qr/child/conditions";
import { partsOf } from "@/lib/qr/child/parts";
import { rasterise } from "@/lib/qr/child/raster";
import { explain, FALLBACKS } from "@/lib/qr/child/remedies";
import {
  DEFAULT_DESIGN,
  findBrightnessProblem,
  findContrastProblem,
  isReadableAt,
  levelInForce,
} from "@/lib/qr/design";
import { layOut } from "@/lib/qr/drawing/drawing";
import type { DesignedCode, DesignToProve } from "@/lib/qr/studio-types";
import type { QrProof } from "@/lib/qr/types";

const MODULE_PIXELS = 6;
/** Print sizes at which a code is tested at 150 dpi. */
const PRINT_SIZES_MM = [20, 25, 30, 35, 40, 50] as const;
const SCAN_DPI = 150;
const MM_PER_INCH = 25.4;
/** At 30 % of a long code, zbar mistakes parts of a striped logo for alignment patterns; at 28 % it doesn't. */
const MAX_READABLE_LOGO_PERCENT = 26;
/** How many times larger than plain squares with the same content a design may have to be printed. */
const MAX_ENLARGEMENT = 2;

export type Check = Condition | "small";
type Trial = { failed: Check } | { failed: null; minSizeMm: number };

/** Proves that a design scans (decision 0180). */
export async function prove(code: DesignToProve): Promise<QrProof> {
  const contrast = findContrastProblem(code.design) ?? findBrightnessProblem(code.design);
  if (contrast !== null) return { ok: false, check: "contrast", reason: contrast };
  try {
    const trial = await attempt(code, CONDITIONS);
    if (trial.failed === null) return { ok: true, minSizeMm: trial.minSizeMm };
    const { failed } = trial;
    if (code.explainMs === 0) return { ok: false, check: failed, reason: FALLBACKS[failed] };
    // The condition that failed is the most likely to fail again.
    const conditions = [...CONDITIONS].sort((a, b) => Number(b === failed) - Number(a === failed));
    const passes = async (other: DesignToProve) => (await attempt(other, conditions)).failed === null;
    return { ok: false, check: failed, ...(await explain(code, failed, passes)) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, check: error.field ?? "design", reason: error.message };
    throw error;
  }
}

/** Stops at the first condition under which the code is not read. */
async function attempt({ contents, ...look }: DesignToProve, conditions: readonly Condition[]): Promise<Trial> {
  if (look.logo && (look.design.logo?.percent ?? 0) > MAX_READABLE_LOGO_PERCENT) return { failed: "damaged" };
  let minSizeMm = 0;
  for (const content of contents) {
    const code = { ...look, content };
    const sample = await sampleOf(code);
    for (const condition of conditions) if (!(await reads[condition](sample))) return { failed: condition };
    const smallest = await smallestSize(sample);
    const allowed = MAX_ENLARGEMENT * Math.max(PRINT_SIZES_MM[0], (await smallestPlainSize(code)) ?? 0);
    if (smallest === null || smallest > allowed) return { failed: "small" };
    minSizeMm = Math.max(minSizeMm, smallest);
  }
  return { failed: null, minSizeMm };
}

async function sampleOf({ content, design, logo }: DesignedCode): Promise<Sample> {
  const parts = await partsOf(content, design, logo);
  const { box, codeSize } = layOut(parts);
  const pixels = await rasterise(parts, { px: Math.ceil(box.width * MODULE_PIXELS) });
  const code = { x: -box.x * MODULE_PIXELS, y: -box.y * MODULE_PIXELS, side: codeSize * MODULE_PIXELS };
  const isInverted = design.inverted;
  return {
    pixels,
    grey: darkOnLight({ pixels, isInverted }),
    modulePixels: MODULE_PIXELS,
    code,
    content,
    isInverted,
    hasLogo: logo !== null,
  };
}

/** The smallest size from which on the code is read at every size; null if it isn't read even at the largest. */
async function smallestSize(sample: Sample): Promise<number | null> {
  const modules = sample.pixels.width / sample.modulePixels;
  let smallest: number | null = null;
  for (const mm of [...PRINT_SIZES_MM].reverse()) {
    if (!isReadableAt(mm, modules)) break;
    if (!(await readsAtWidth(sample, Math.round((mm * SCAN_DPI) / MM_PER_INCH)))) break;
    smallest = mm;
  }
  return smallest;
}

const plainSizes = new Map<string, Promise<number | null>>();
const MAX_PLAIN_SIZES = 200;

/** The smallest size of black squares on white with the same content, error correction and quiet zone. */
function smallestPlainSize({ content, design }: DesignedCode): Promise<number | null> {
  const level = levelInForce(design);
  const key = JSON.stringify([content, level, design.margin]);
  const plain = { content, design: { ...DEFAULT_DESIGN, level, margin: design.margin }, logo: null };
  const size = plainSizes.get(key) ?? sampleOf(plain).then(smallestSize);
  if (plainSizes.size >= MAX_PLAIN_SIZES) plainSizes.clear();
  plainSizes.set(key, size);
  return size;
}
