import type { Coverage, View } from "@/lib/qr/child/coverage";
import type { Pixels } from "@/lib/qr/child/raster";
import type { Layout } from "@/lib/qr/drawing/drawing";
import { gradientLine } from "@/lib/qr/drawing/gradient";

type Colour = readonly [red: number, green: number, blue: number];
type Layers = {
  /** Coverage of the foreground. */
  ink: Coverage;
  /** Coverage of the background; null if it is everywhere. */
  ground: Coverage | null;
  view: View;
};

const STEPS = 256;

/** Paints the foreground on its background. */
export function paint({ foreground, background, codeSize }: Layout, { ink, ground, view }: Layers): Pixels {
  const { width, height } = view;
  const below = background === null ? null : toColour(background);
  const colours = foreground.kind === "solid" ? [toColour(foreground.color)] : blends(foreground.from, foreground.to);
  const data = Buffer.alloc(4 * width * height);
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  // Most pixels are one colour or the other.
  if (below) words.fill(toWord(below, 255));
  const full = colours.map((colour) => toWord(colour, 255));
  const stepAt = stepsOf({ foreground, codeSize }, view);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const over = ink.data[at] as number;
      const under = !below ? 0 : ground ? (ground.data[at] as number) : 255;
      if (over === 0) {
        if (below && under !== 255) words[at] = toWord(below, under);
      } else if (over === 255) {
        words[at] = full[stepAt(x, y)] as number;
      } else {
        words[at] = mixed(colours[stepAt(x, y)] as Colour, over, below ?? BLACK, under);
      }
    }
  }
  return { data, width, height };
}

const BLACK: Colour = [0, 0, 0];

/** A colour as the bytes red, green, blue and alpha, in little-endian order. */
function toWord([red, green, blue]: Colour, alpha: number): number {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
}

/** One colour over another, not premultiplied. */
function mixed(over: Colour, overAlpha: number, under: Colour, underAlpha: number): number {
  const rest = (underAlpha * (255 - overAlpha)) / 255;
  const alpha = overAlpha + rest;
  const red = Math.round((over[0] * overAlpha + under[0] * rest) / alpha);
  const green = Math.round((over[1] * overAlpha + under[1] * rest) / alpha);
  const blue = Math.round((over[2] * overAlpha + under[2] * rest) / alpha);
  return toWord([red, green, blue], Math.round(alpha));
}

/** The index of each pixel's colour in a gradient. */
function stepsOf(
  { foreground, codeSize }: Pick<Layout, "foreground" | "codeSize">,
  { scale, x: left, y: top }: View,
): (x: number, y: number) => number {
  if (foreground.kind === "solid") return () => 0;
  const toStep = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * (STEPS - 1));
  if (foreground.kind === "radial") {
    const [middle, radius] = [codeSize / 2, codeSize * Math.SQRT1_2];
    return (x, y) => {
      const dx = left + (x + 0.5) / scale - middle;
      const dy = top + (y + 0.5) / scale - middle;
      return toStep(Math.sqrt(dx * dx + dy * dy) / radius);
    };
  }
  const [x1, y1, x2, y2] = gradientLine(codeSize, foreground.angle);
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  return (x, y) => toStep(((left + (x + 0.5) / scale - x1) * dx + (top + (y + 0.5) / scale - y1) * dy) / length);
}

function toColour(hex: string): Colour {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
}

function blends(from: string, to: string): Colour[] {
  const [a, b] = [toColour(from), toColour(to)];
  const mix = (channel: 0 | 1 | 2, part: number) => Math.round(a[channel] * (1 - part) + b[channel] * part);
  return Array.from({ length: STEPS }, (_, step) => {
    const part = step / (STEPS - 1);
    return [mix(0, part), mix(1, part), mix(2, part)];
  });
}
