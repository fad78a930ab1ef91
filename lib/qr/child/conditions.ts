import { decodeWithJsqr, decodeWithZxing } from "@/lib/qr/child/decoders";
import { sharp } from "@/lib/qr/child/image-library";
import type { Pixels } from "@/lib/qr/child/raster";

/** A code as a scanner meets it. */
export type Sample = {
  pixels: Pixels;
  /** Width of a module in pixels. */
  modulePixels: number;
  content: string;
  isInverted: boolean;
};

export const CONDITIONS = ["as_is", "grey", "blurred", "grey_ground"] as const;
export type Condition = (typeof CONDITIONS)[number];

const BLUR_MODULES = 0.1;
/** Black ink on cheap paper, of 255. */
const PRINTED = { black: 48, white: 232 };
/** A surface in uneven light, from one corner to the other. */
const GROUNDS = { light: ["#d2d2d2", "#a8a8a8"], dark: ["#585858", "#202020"] } as const;
const GROUND_MARGIN = 0.15;
/** Pictures that a phone takes while it is held: one in which modules and pixels interfere is not the last. */
const DISTANCES = [1, 0.97, 1.03];

/** Whether decoders read a code under a condition: as it is, both; otherwise ZXing. */
export const reads: Record<Condition, (sample: Sample) => Promise<boolean>> = {
  as_is: async (sample) => {
    const seen = await toPixels(flat(sample));
    return (await isRead(sample, seen)) && (await decodeWithJsqr(seen, sample.isInverted)) === sample.content;
  },
  grey: async (sample) => {
    const { black, white } = PRINTED;
    return isRead(
      sample,
      await toPixels(
        flat(sample)
          .greyscale()
          .linear((white - black) / 255, black),
      ),
    );
  },
  blurred: async (sample) =>
    isRead(sample, await toPixels(flat(sample).blur(Math.max(0.3, BLUR_MODULES * sample.modulePixels)))),
  grey_ground: async (sample) => isRead(sample, await onGround(sample)),
};

/** Whether the code can be read from an image of about this width in pixels. */
export async function readsAtWidth(sample: Sample, width: number): Promise<boolean> {
  for (const distance of DISTANCES) {
    const seen = flat(sample).resize(Math.round(width * distance), undefined, { kernel: "cubic" });
    if (await isRead(sample, await toPixels(seen))) return true;
  }
  return false;
}

async function isRead({ content, isInverted }: Sample, seen: Pixels): Promise<boolean> {
  return (await decodeWithZxing(seen, isInverted)) === content;
}

function open({ data, width, height }: Pixels): ReturnType<typeof sharp> {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** On paper; what is transparent in an inverted code, on black. */
function flat({ pixels, isInverted }: Sample): ReturnType<typeof sharp> {
  return open(pixels).flatten({ background: isInverted ? "#000000" : "#ffffff" });
}

async function onGround({ pixels, isInverted }: Sample): Promise<Pixels> {
  const [from, to] = GROUNDS[isInverted ? "dark" : "light"];
  const margin = Math.round(pixels.width * GROUND_MARGIN);
  const [width, height] = [pixels.width + 2 * margin, pixels.height + 2 * margin];
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><path fill="url(#g)" d="M0 0h${width}v${height}H0z"/></svg>`;
  const raw = { width: pixels.width, height: pixels.height, channels: 4 } as const;
  return toPixels(sharp(Buffer.from(ground)).composite([{ input: pixels.data, raw, left: margin, top: margin }]));
}

async function toPixels(image: ReturnType<typeof sharp>): Promise<Pixels> {
  const { data, info } = await image.toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
