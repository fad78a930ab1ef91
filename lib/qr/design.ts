import { formatCount, oneOf } from "@/lib/format";
import { canBeScanned, isBrightnessApart, QR_CONTRAST_TOO_LOW, QR_INVERTED_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import {
  QR_LEVEL_INVALID,
  QR_LEVELS,
  QR_MARGIN_INVALID,
  QR_MAX_MARGIN_MODULES,
  QR_MAX_SIZE_PIXELS,
  QR_MIN_SIZE_PIXELS,
  QR_SIZE_INVALID,
  QR_STANDARD_MARGIN_MODULES,
  qrColour,
} from "@/lib/qr/schema";
import * as z from "@/lib/zod";

export const QR_MODULE_SHAPES = ["square", "dots", "rounded", "connected"] as const;
export const QR_FINDER_SHAPES = ["square", "rounded", "circle"] as const;
export const QR_FRAME_POSITIONS = ["top", "bottom"] as const;
export const QR_DESIGN_FORMATS = ["png", "svg", "webp", "pdf"] as const;

/** Logo size as a percentage of the code's width without its quiet zone. */
export const QR_MIN_LOGO_PERCENT = 10;
export const QR_MAX_LOGO_PERCENT = 30;
/** From this size on, a logo needs the highest error correction. */
const LOGO_PERCENT_FOR_H = 20;
export const QR_MAX_FRAME_CHARACTERS = 24;
/** Maximum size of an uploaded file. */
export const QR_LOGO_MAX_BYTES = 2 * 1024 * 1024;
export const QR_LOGO_TOO_LARGE = "A logo can be at most 2 MB";
/** 300 dpi printers and phone cameras can't resolve smaller modules. */
export const QR_MIN_MODULE_MM = 0.33;
export const QR_MIN_SIZE_MM = 5;
export const QR_MAX_SIZE_MM = 1000;
/** Maximum width of raster images: some 3,600 pixels. */
export const QR_MAX_RASTER_SIZE_MM = 300;

export const QR_MODULES_INVALID = `Modules must be ${oneOf(QR_MODULE_SHAPES)}`;
export const QR_FINDERS_INVALID = `Finders must be ${oneOf(QR_FINDER_SHAPES)}`;
export const QR_FOREGROUND_INVALID = "Foreground must be a solid colour, or a linear or radial gradient";
export const QR_ANGLE_INVALID = "Angle must be a whole number of degrees from 0 to 359";
export const QR_LOGO_INVALID = "Logo must be the ID of an uploaded logo";
export const QR_LOGO_PERCENT_INVALID = `Logo size must be a whole number from ${QR_MIN_LOGO_PERCENT} to ${QR_MAX_LOGO_PERCENT} percent`;
export const QR_FRAME_TEXT_INVALID = `Frame text must have 1 to ${QR_MAX_FRAME_CHARACTERS} characters`;
export const QR_FRAME_POSITION_INVALID = `Frame position must be ${oneOf(QR_FRAME_POSITIONS)}`;
export const QR_DESIGN_FORMAT_INVALID = `Format must be ${oneOf(QR_DESIGN_FORMATS)}`;
export const QR_MM_INVALID = `Size must be from ${QR_MIN_SIZE_MM} to ${formatCount(QR_MAX_SIZE_MM)} mm`;
export const QR_RASTER_MM_INVALID = `A PNG or WebP image can be at most ${QR_MAX_RASTER_SIZE_MM} mm wide; use SVG or PDF`;

const foregroundSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("solid"), color: qrColour }),
    z.strictObject({
      kind: z.literal("linear"),
      from: qrColour,
      to: qrColour,
      /** Degrees clockwise; 0 runs from left to right. */
      angle: z.int(QR_ANGLE_INVALID).min(0, QR_ANGLE_INVALID).max(359, QR_ANGLE_INVALID),
    }),
    /** From the centre outwards. */
    z.strictObject({ kind: z.literal("radial"), from: qrColour, to: qrColour }),
  ],
  QR_FOREGROUND_INVALID,
);

const logoSchema = z.strictObject({
  id: z.uuid(QR_LOGO_INVALID),
  percent: z
    .int(QR_LOGO_PERCENT_INVALID)
    .min(QR_MIN_LOGO_PERCENT, QR_LOGO_PERCENT_INVALID)
    .max(QR_MAX_LOGO_PERCENT, QR_LOGO_PERCENT_INVALID),
});

const frameSchema = z.strictObject({
  text: z
    .string(QR_FRAME_TEXT_INVALID)
    .trim()
    .refine((text) => text !== "" && [...text].length <= QR_MAX_FRAME_CHARACTERS, QR_FRAME_TEXT_INVALID)
    .pipe(z.string()),
  position: z.enum(QR_FRAME_POSITIONS, QR_FRAME_POSITION_INVALID),
});

/** The look of a QR code. Only the proof can tell whether it scans (lib/qr/studio.ts). */
export const designSchema = z
  .strictObject({
    foreground: foregroundSchema,
    background: qrColour.nullable().describe("Null is transparent"),
    modules: z.enum(QR_MODULE_SHAPES, QR_MODULES_INVALID),
    finders: z.enum(QR_FINDER_SHAPES, QR_FINDERS_INVALID),
    logo: logoSchema.nullable(),
    margin: z
      .int(QR_MARGIN_INVALID)
      .min(0, QR_MARGIN_INVALID)
      .max(QR_MAX_MARGIN_MODULES, QR_MARGIN_INVALID)
      .describe("Width of the quiet zone, in modules"),
    level: z.enum(QR_LEVELS, QR_LEVEL_INVALID).describe("Error correction level; raised for a logo"),
    frame: frameSchema.nullable(),
    inverted: z.boolean().describe("Light on dark, which some scanners cannot read"),
  })
  .superRefine((design, { addIssue }) => {
    const message = findContrastProblem(design);
    if (message !== null) addIssue({ code: "custom", message, path: ["foreground"] });
  });

export type QrDesign = z.infer<typeof designSchema>;
export type QrForeground = QrDesign["foreground"];
export type QrDesignFormat = (typeof QR_DESIGN_FORMATS)[number];

/** Width of the image; a frame adds to its height. */
export const qrSizeSchema = z.union([
  z.strictObject({
    px: z.int(QR_SIZE_INVALID).min(QR_MIN_SIZE_PIXELS, QR_SIZE_INVALID).max(QR_MAX_SIZE_PIXELS, QR_SIZE_INVALID),
  }),
  z.strictObject({ mm: z.number(QR_MM_INVALID).min(QR_MIN_SIZE_MM, QR_MM_INVALID).max(QR_MAX_SIZE_MM, QR_MM_INVALID) }),
]);
export type QrSize = z.infer<typeof qrSizeSchema>;

export type PlainDesign = QrDesign & { foreground: { kind: "solid" }; background: string; logo: null; frame: null };

/** Black squares on white, level M, with the standard quiet zone: the look of codes without a design. */
export const DEFAULT_DESIGN: PlainDesign = {
  foreground: { kind: "solid", color: "000000" },
  background: "ffffff",
  modules: "square",
  finders: "square",
  logo: null,
  margin: QR_STANDARD_MARGIN_MODULES,
  level: "M",
  frame: null,
  inverted: false,
};

/** Why scanners cannot tell the foreground from the background; null if they can. */
export function findContrastProblem({ foreground, background, inverted }: Colours): string | null {
  const { colours, ground } = coloursOf({ foreground, background, inverted });
  if (inverted) {
    return colours.every((colour) => canBeScanned(ground, colour)) ? null : QR_INVERTED_CONTRAST_TOO_LOW;
  }
  return colours.every((colour) => canBeScanned(colour, ground)) ? null : QR_CONTRAST_TOO_LOW;
}

/** Why scanners may fail in poor light, though they can tell the colours apart; null if they don't. */
export function findBrightnessProblem(design: Colours): string | null {
  const { colours, ground } = coloursOf(design);
  if (colours.every((colour) => isBrightnessApart(colour, ground))) return null;
  return design.inverted ? QR_INVERTED_CONTRAST_TOO_LOW : QR_CONTRAST_TOO_LOW;
}

/** Whether a design's codes need a black surface: light codes without a background are invisible on white. */
export function isForBlack({ background, inverted }: Pick<QrDesign, "background" | "inverted">): boolean {
  return inverted && background === null;
}

type Colours = Pick<QrDesign, "foreground" | "background" | "inverted">;

function coloursOf({ foreground, background, inverted }: Colours): { colours: string[]; ground: string } {
  const colours = foreground.kind === "solid" ? [foreground.color] : [foreground.from, foreground.to];
  return { colours, ground: background ?? (isForBlack({ background, inverted }) ? "000000" : "ffffff") };
}

/** Whether a design is just squares in two colours, which needs no drawing (lib/qr/drawing/png.ts). */
export function isPlain(design: QrDesign): design is PlainDesign {
  const { foreground, background, modules, finders, logo, frame } = design;
  const isSquare = modules === "square" && finders === "square";
  return isSquare && foreground.kind === "solid" && background !== null && logo === null && frame === null;
}

/** The error correction of a design's codes: at least Q with a logo, H with a large one. */
export function levelInForce({ level, logo }: Pick<QrDesign, "level" | "logo">): QrDesign["level"] {
  const atLeast = logo === null ? "L" : logo.percent < LOGO_PERCENT_FOR_H ? "Q" : "H";
  return QR_LEVELS.indexOf(level) > QR_LEVELS.indexOf(atLeast) ? level : atLeast;
}

/** The smallest size, in mm with one decimal, at which something that is this many modules wide or high is readable. */
export function smallestPrintMm(modules: number): number {
  return Math.ceil(modules * QR_MIN_MODULE_MM * 10 - ROUNDING_ERROR) / 10;
}

/** Whether something that is this many modules wide or high is readable at a size. */
export function isReadableAt(mm: number, modules: number): boolean {
  return mm / modules >= QR_MIN_MODULE_MM - ROUNDING_ERROR;
}

/** 110 * 0.33 * 10 is a little more than 363, and 36.3 / 110 a little less than 0.33. */
const ROUNDING_ERROR = 1e-9;
