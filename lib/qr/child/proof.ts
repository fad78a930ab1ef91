import { AppError } from "@/lib/errors";
import { CONDITIONS, type Condition, reads, readsAtWidth, type Sample } from "@/lib/qr/child/conditions";
import { partsOf } from "@/lib/qr/child/parts";
import { rasterise } from "@/lib/qr/child/raster";
import { explain } from "@/lib/qr/child/remedies";
import { DEFAULT_DESIGN, findContrastProblem, levelInForce } from "@/lib/qr/design";
import { widthOf } from "@/lib/qr/drawing";
import type { DesignedCode, Proof } from "@/lib/qr/studio-types";

const MODULE_PIXELS = 8;
/** Print sizes at which a code is tried at 150 dpi. */
const PRINT_SIZES_MM = [20, 25, 30, 35, 40, 50] as const;
const SCAN_DPI = 150;
const MM_PER_INCH = 25.4;
/** How much larger a design may have to be printed than plain squares with the same content. */
const MAX_ENLARGEMENT = 2;

export type Check = Condition | "small";
type Trial = { failed: Check } | { failed: null; minSizeMm: number };

/** Proves that a design scans (decision 0180). */
export async function prove(code: DesignedCode): Promise<Proof> {
  const contrast = findContrastProblem(code.design);
  if (contrast !== null) return { ok: false, check: "contrast", reason: contrast };
  try {
    const trial = await attempt(code, CONDITIONS);
    if (trial.failed === null) return { ok: true, minSizeMm: trial.minSizeMm };
    const { failed } = trial;
    // What failed once is the likeliest to fail again.
    const conditions = [...CONDITIONS].sort((a, b) => Number(b === failed) - Number(a === failed));
    const passes = async (other: DesignedCode) => (await attempt(other, conditions)).failed === null;
    return { ok: false, check: failed, ...(await explain(code, failed, passes)) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, check: error.field ?? "design", reason: error.message };
    throw error;
  }
}

/** Stops at the first condition under which the code is not read. */
async function attempt(code: DesignedCode, conditions: readonly Condition[]): Promise<Trial> {
  const sample = await sampleOf(code);
  for (const condition of conditions) if (!(await reads[condition](sample))) return { failed: condition };
  const minSizeMm = await smallestSize(sample);
  const allowed = MAX_ENLARGEMENT * Math.max(PRINT_SIZES_MM[0], (await smallestPlainSize(code)) ?? 0);
  return minSizeMm !== null && minSizeMm <= allowed ? { failed: null, minSizeMm } : { failed: "small" };
}

async function sampleOf({ content, design, logo }: DesignedCode): Promise<Sample> {
  const parts = partsOf(content, design, logo);
  const width = Math.ceil(widthOf(parts.modules.size, design.margin, design) * MODULE_PIXELS);
  const pixels = await rasterise(parts, width);
  return { pixels, modulePixels: MODULE_PIXELS, content, isInverted: design.inverted };
}

/** The smallest size in which, and in all larger ones, the code is read; null: not even in the largest. */
async function smallestSize(sample: Sample): Promise<number | null> {
  let smallest: number | null = null;
  for (const mm of [...PRINT_SIZES_MM].reverse()) {
    if (!(await readsAtWidth(sample, Math.round((mm * SCAN_DPI) / MM_PER_INCH)))) break;
    smallest = mm;
  }
  return smallest;
}

/** That of black squares on white with the same content, error correction and quiet zone. */
async function smallestPlainSize({ content, design }: DesignedCode): Promise<number | null> {
  const level = levelInForce(design);
  const plain = { content, design: { ...DEFAULT_DESIGN, level, margin: design.margin }, logo: null };
  return smallestSize(await sampleOf(plain));
}
