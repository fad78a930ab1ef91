import { QR_FINDER_SHAPES, QR_FRAME_POSITIONS, QR_MODULE_SHAPES } from "@/lib/qr/design";
import { QR_LEVELS } from "@/lib/qr/schema";
import * as z from "@/lib/zod";

/** Response schemas for QR codes; the API reference is generated from them. */

export const placementSchema = z
  .object({
    name: z.string(),
    content: z.url().describe("What its QR code contains"),
    scans: z.int().min(0).describe("All-time scans, without bots and prefetches"),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Placement" });

export const removedPlacementSchema = z.object({ name: z.string() }).meta({ id: "RemovedPlacement" });

/** A design in the form that lib/qr/design.ts accepts. */
const designSchema = z
  .object({
    foreground: z
      .object({
        kind: z.enum(["solid", "linear", "radial"]),
        color: z.string().optional().describe("Six hexadecimal digits, like all colours; only for `solid`"),
        from: z.string().optional().describe("Only for gradients"),
        to: z.string().optional(),
        angle: z.int().optional().describe("Degrees clockwise, only for `linear`; 0 runs from left to right"),
      })
      .describe("One colour, or a gradient"),
    background: z.string().nullable().describe("Null is transparent"),
    modules: z.enum(QR_MODULE_SHAPES),
    finders: z.enum(QR_FINDER_SHAPES),
    logo: z.object({ id: z.uuid(), percent: z.int().describe("Of the code's width") }).nullable(),
    margin: z.int().describe("Width of the quiet zone, in modules"),
    level: z.enum(QR_LEVELS).describe("Error correction level; raised for a logo"),
    frame: z.object({ text: z.string(), position: z.enum(QR_FRAME_POSITIONS) }).nullable(),
    inverted: z.boolean().describe("Light on dark"),
  })
  .meta({ id: "QrDesign" });

export const templateSchema = z
  .object({
    id: z.uuid(),
    groupId: z.uuid().nullable().describe("Null: the whole installation"),
    name: z.string(),
    design: designSchema,
    isDefault: z.boolean().describe("Of the group, or of the installation"),
    isLocked: z.boolean().describe("Links can't have another design"),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "QrTemplate" });

export type ApiTemplate = z.infer<typeof templateSchema>;
