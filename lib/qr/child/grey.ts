import type { Pixels } from "@/lib/qr/child/raster";

/** A greyscale image, one byte per pixel. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** Brightness as scanners compute it (ITU-R BT.601), on an opaque ground. */
export function toGrey({ data, width, height }: Pixels, groundAt: (x: number, y: number) => number): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    const [red, green, blue] = [data[4 * at] as number, data[4 * at + 1] as number, data[4 * at + 2] as number];
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const alpha = data[4 * at + 3] as number;
    const ground = alpha === 255 ? 0 : groundAt(at % width, (at / width) | 0);
    grey[at] = ground + ((luma - ground) * alpha) / 255 + 0.5;
  }
  return { data: grey, width, height };
}

export function toPixels({ data, width, height }: Grey): Pixels {
  const pixels = Buffer.alloc(4 * data.length);
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, data.length);
  for (let at = 0; at < data.length; at++) words[at] = (data[at] as number) * 0x010101 + 0xff000000;
  return { data: pixels, width, height };
}

export function negate({ data, ...size }: Grey): Grey {
  return { ...size, data: data.map((value) => 255 - value) };
}

export type Pose = {
  /** Pixels of the photograph per pixel of the image. */
  scale: number;
  /** Clockwise, in degrees. */
  angle?: number;
  /** How much shorter the far side appears: 0 from the front, 0.15 from an angle of about 30 degrees. */
  tilt?: number;
};

/** Simulates a photograph of an image on a plain surface. */
export function photograph(image: Grey, { scale, angle = 0, tilt = 0 }: Pose): Grey {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [imageWidth, imageHeight] = [image.width * scale, image.height * scale];
  const width = Math.ceil(Math.abs(cos) * imageWidth + Math.abs(sin) * imageHeight);
  const height = Math.ceil(Math.abs(sin) * imageWidth + Math.abs(cos) * imageHeight);
  const source = image.data;
  const data = new Uint8Array(width * height).fill(source[0] ?? 255);
  // Maps the photograph to the image: undoes the rotation, then the perspective.
  const depth = (2 * tilt) / (2 - tilt) / imageHeight;
  const across = (1 - tilt / 2) * scale;
  for (let y = 0, to = 0; y < height; y++) {
    const dy = y + 0.5 - height / 2;
    for (let x = 0; x < width; x++, to++) {
      const dx = x + 0.5 - width / 2;
      const turnedY = cos * dy - sin * dx;
      const nearer = 1 / ((1 + depth * turnedY) * across);
      const u = (cos * dx + sin * dy) * nearer + image.width / 2 - 0.5;
      const v = turnedY * nearer + image.height / 2 - 0.5;
      if (u < 0 || v < 0 || u >= image.width - 1 || v >= image.height - 1) continue;
      const left = u | 0;
      const top = v | 0;
      const at = top * image.width + left;
      const below = at + image.width;
      // Interpolated between four pixels.
      const upper = (source[at] as number) + (u - left) * ((source[at + 1] as number) - (source[at] as number));
      const lower =
        (source[below] as number) + (u - left) * ((source[below + 1] as number) - (source[below] as number));
      data[to] = upper + (v - top) * (lower - upper);
    }
  }
  return { data, width, height };
}

/** Adds noise like a sensor's in poor light: roughly normal, with this standard deviation on a scale of 255. */
export function addNoise({ data, ...size }: Grey, deviation: number, next: () => number): Grey {
  const noise = () => 2 * deviation * (next() + next() + next() - 1.5);
  const noisy = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at++) noisy[at] = (data[at] as number) + noise();
  return { ...size, data: new Uint8Array(noisy.buffer) };
}

/** Under Jest, looking up a global for each pixel takes seconds. */
const { imul } = Math;

/** Reproducible random numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
