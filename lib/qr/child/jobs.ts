import type { AppError } from "@/lib/errors";
import { QR_DEFAULT_SIZE_PIXELS } from "@/lib/qr/schema";
import type { CleanLogo, DesignToProve, LabelRequest, RenderRequest } from "@/lib/qr/studio-types";
import type { QrProof } from "@/lib/qr/types";

/** What the child process does, by name. Decoders, fonts and image libraries are loaded when they are first used. */
const JOBS = {
  render: async ({ content, design, logo, format, size }: RenderRequest): Promise<Buffer> => {
    const { partsOf } = await import("@/lib/qr/child/parts");
    const parts = await partsOf(content, design, logo);
    if (format === "svg" || format === "pdf") {
      const { drawCode } = await import("@/lib/qr/drawing/drawing");
      const drawing = drawCode(parts);
      // Those in pixels can be enlarged.
      if (size && "mm" in size) (await import("@/lib/qr/image-size")).assertFits(drawing.box.width, size);
      if (format === "svg") return Buffer.from((await import("@/lib/qr/drawing/svg")).toSvg(drawing, size));
      const { toPdf } = await import("@/lib/qr/drawing/draw-pdf");
      const { decodeLogo } = await import("@/lib/qr/child/decode-logo");
      return toPdf(drawing, parts.logo && (await decodeLogo(parts.logo.png)), pdfWidth(size));
    }
    const { toPng, toWebp } = await import("@/lib/qr/child/raster");
    return (format === "png" ? toPng : toWebp)(parts, size ?? { px: QR_DEFAULT_SIZE_PIXELS });
  },
  label: async (request: LabelRequest): Promise<Buffer> => (await import("@/lib/qr/child/label")).drawLabel(request),
  prove: async (code: DesignToProve): Promise<QrProof> => (await import("@/lib/qr/child/proof")).prove(code),
  cleanLogo: async ({ bytes }: { bytes: Uint8Array }): Promise<CleanLogo> =>
    (await import("@/lib/qr/child/logo")).clean(Buffer.from(bytes)),
};

export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;

/** A message from the parent to the child. */
export type JobMessage = { [Name in JobName]: { id: number; name: Name; input: Parameters<Jobs[Name]>[0] } }[JobName];
/**
 * A message from the child to the parent. An `AppError` is sent as its parts; the child logs any other error. After an
 * unfinished job, which goes on in a thread, the parent kills the child.
 */
export type JobReply =
  | { id: number; output: unknown }
  | { id: number; refusal: Pick<AppError, "code" | "message" | "field"> | null; isUnfinished: boolean };

/** @throws AppError */
export async function runJob({ name, input }: JobMessage): Promise<unknown> {
  const job = JOBS[name] as (input: unknown) => Promise<unknown>;
  return job(input);
}

/** A PDF's width in millimetres. Sizes in pixels are CSS pixels, 96 per inch. */
function pdfWidth(size: RenderRequest["size"]): number | undefined {
  if (!size) return undefined;
  return "mm" in size ? size.mm : (size.px * 25.4) / 96;
}
