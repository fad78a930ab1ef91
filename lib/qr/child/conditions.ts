import { type Decoder, decodeWithJsqr, decodeWithZxing } from "@/lib/qr/child/decoders";
import {
  addNoise,
  createRandom,
  type Grey,
  negate,
  type Pose,
  photograph,
  toGrey,
  toPixels,
} from "@/lib/qr/child/grey";
import { sharp } from "@/lib/qr/child/image-library";
import type { Pixels } from "@/lib/qr/child/raster";

/** A code as it is printed. */
export type Sample = {
  pixels: Pixels;
  /**
   * The code on paper, or on black if it is inverted. Always dark on light, as scanners that read inverted codes see
   * it.
   */
  grey: Grey;
  /** Width of a module in pixels. */
  modulePixels: number;
  /** Where the code lies in the picture, in pixels. */
  code: { x: number; y: number; side: number };
  content: string;
  isInverted: boolean;
  hasLogo: boolean;
};

export const CONDITIONS = ["as_is", "grey", "blurred", "grey_ground", "damaged", "tilted", "noisy"] as const;
export type Condition = (typeof CONDITIONS)[number];

const BLUR_MODULES = 0.25;
/** Brightness of black ink and of cheap paper, from 0 to 255. */
const PRINTED = { black: 48, white: 232 };
/** Brightness of an unevenly lit surface, from one corner to the other. */
const GROUND = { from: 210, to: 168 };
const GROUND_MARGIN = 0.15;
const ASKEW = { angle: 40, tilt: 0.1 };
const ASIDE = { angle: -12, tilt: 0.16 };
/** Standard deviation of the brightness in poor light. */
const NOISE = 24;
/** Spots of dirt: centres and diameters, as fractions of the code's size. */
const SPOTS = [
  [0.3, 0.68],
  [0.66, 0.3],
] as const;
const SPOT = 0.06;
/** Pixels per module in a photograph. */
const PHOTO_MODULE_PIXELS = 5;
/**
 * A phone takes several pictures from slightly different distances, so one in which modules and pixels interfere is not
 * the last.
 */
const DISTANCES = [1, 0.93, 1.08];
/** At how many distances a small code must be read: one alone may be luck. */
const MIN_SMALL_READ = 2;

const ZXING = [decodeWithZxing];
const BOTH = [decodeWithZxing, decodeWithJsqr];

/** Whether decoders read a code under a condition: both decoders for the code as it is, otherwise ZXing. */
export const reads: Record<Condition, (sample: Sample) => Promise<boolean>> = {
  as_is: (sample) => isRead(sample, BOTH, sample.grey),
  grey: (sample) => {
    const { black, white } = PRINTED;
    const data = sample.grey.data.map((value) => black + (value * (white - black)) / 255);
    return isRead(sample, ZXING, { ...sample.grey, data });
  },
  blurred: async (sample) => isRead(sample, ZXING, await blur(sample.grey, BLUR_MODULES * sample.modulePixels)),
  grey_ground: (sample) => isRead(sample, ZXING, onGround(sample)),
  // Without a logo, all of the error correction is available for damage.
  damaged: async (sample) => !sample.hasLogo || isRead(sample, ZXING, withSpots(sample)),
  tilted: async (sample) =>
    (await isRead(sample, ZXING, sample.grey, ASKEW)) && (await isRead(sample, ZXING, sample.grey, ASIDE)),
  noisy: (sample) => {
    const next = createRandom(1);
    return isRead(sample, ZXING, sample.grey, { angle: 4 }, (photo) => addNoise(photo, NOISE, next));
  },
};

/** Whether the code can be read from images of about this width in pixels. */
export async function readsAtWidth(
  { grey, content }: Pick<Sample, "grey" | "content">,
  width: number,
): Promise<boolean> {
  const { data, ...raw } = grey;
  let [read, left] = [0, DISTANCES.length];
  for (const distance of DISTANCES) {
    const image = sharp(data, { raw: { ...raw, channels: 1 } });
    const seen = await toGreyPixels(image.resize(Math.round(width * distance), undefined, { kernel: "cubic" }));
    if ((await decodeWithZxing(toPixels(seen))) === content) read++;
    left--;
    if (read >= MIN_SMALL_READ || read + left < MIN_SMALL_READ) break;
  }
  return read >= MIN_SMALL_READ;
}

type Processing = (photo: Grey) => Grey;

/** Whether each decoder reads at least one of the photographs. */
async function isRead(
  { content, modulePixels }: Sample,
  decoders: readonly Decoder[],
  grey: Grey,
  pose: Omit<Pose, "scale"> = {},
  process: Processing = (photo) => photo,
): Promise<boolean> {
  const missing = new Set(decoders);
  for (const distance of DISTANCES) {
    const scale = (PHOTO_MODULE_PIXELS / modulePixels) * distance;
    const photo = toPixels(process(photograph(grey, { ...pose, scale })));
    for (const decode of missing) if ((await decode(photo)) === content) missing.delete(decode);
    if (missing.size === 0) return true;
  }
  return false;
}

/** The image on paper, or on black if it is inverted. */
export function darkOnLight({ pixels, isInverted }: Pick<Sample, "pixels" | "isInverted">): Grey {
  return isInverted ? negate(toGrey(pixels, () => 0)) : toGrey(pixels, () => 255);
}

/** The code on a larger surface, which shows through transparent areas. */
function onGround({ pixels, isInverted }: Sample): Grey {
  const margin = Math.round(pixels.width * GROUND_MARGIN);
  const [width, height] = [pixels.width + 2 * margin, pixels.height + 2 * margin];
  const light = (x: number, y: number) => GROUND.from + ((GROUND.to - GROUND.from) * (x + y)) / (width + height);
  const groundAt = (x: number, y: number) => (isInverted ? 255 - light(x, y) : light(x, y));
  const code = toGrey(pixels, (x, y) => groundAt(x + margin, y + margin));
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) data[at] = groundAt(at % width, Math.floor(at / width));
  for (let row = 0; row < code.height; row++) {
    data.set(code.data.subarray(row * code.width, (row + 1) * code.width), (row + margin) * width + margin);
  }
  const ground = { data, width, height };
  return isInverted ? negate(ground) : ground;
}

function withSpots(sample: Sample): Grey {
  const grey = { ...sample.grey, data: sample.grey.data.slice() };
  const { x, y, side } = sample.code;
  for (const [index, [right, down]] of SPOTS.entries()) {
    const [middleX, middleY, radius] = [x + right * side, y + down * side, (SPOT * side) / 2];
    for (let row = Math.ceil(middleY - radius); row < middleY + radius; row++) {
      const reach = Math.sqrt(Math.max(0, radius ** 2 - (row - middleY) ** 2));
      const at = row * grey.width;
      grey.data.fill(index % 2 === 0 ? 0 : 255, at + Math.round(middleX - reach), at + Math.round(middleX + reach));
    }
  }
  return grey;
}

function blur({ data, ...raw }: Grey, sigma: number): Promise<Grey> {
  return toGreyPixels(sharp(data, { raw: { ...raw, channels: 1 } }).blur(sigma));
}

async function toGreyPixels(image: ReturnType<typeof sharp>): Promise<Grey> {
  const { data, info } = await image.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
