import { execFileSync } from "node:child_process";
import jsQR from "jsqr";
import { photograph, toGrey, toPixels } from "@/lib/qr/child/grey";
import { placeOf, type SheetLayout } from "@/lib/qr/files/label-layout";

const DPI = 150;
const MM_PER_INCH = 25.4;
/** A phone takes several pictures, so one in which modules and pixels interfere is not the last. */
const POSES = [
  ...[1, 0.93, 1.08, 1.5, 0.87, 1.2, 1.9].map((scale) => ({ scale })),
  // If finders are circles, jsQR reads only about one in three upright codes.
  ...[-5, 3].flatMap((angle) => [1, 0.8, 0.87].map((scale) => ({ scale, angle }))),
];

/** Grey pixels, as a printer would print them. */
export type SheetPage = { width: number; height: number; grey: Buffer };

/** The pages of a PDF, drawn by poppler. */
export function rasterisePdf(pdf: Buffer): SheetPage[] {
  const options = { input: pdf, maxBuffer: 512 * 1024 * 1024 };
  return readPgms(execFileSync("pdftoppm", ["-r", String(DPI), "-gray", "-"], options));
}

/** Decodes the code at the position of a label, numbered from 0; undefined if nothing is printed there. */
export function scanLabel(page: SheetPage, layout: SheetLayout, index: number): string | undefined {
  const box = { ...placeOf(layout, index), width: layout.labelWidth, height: layout.labelHeight };
  if (inkIn(page, box) === 0) return undefined;
  const { width, height, rgba } = crop(page, box);
  const grey = toGrey({ data: Buffer.from(rgba), width, height }, () => 255);
  for (const pose of POSES) {
    const photo = photograph(grey, pose);
    const seen = new Uint8ClampedArray(toPixels(photo).data);
    const read = jsQR(seen, photo.width, photo.height, { inversionAttempts: "attemptBoth" });
    if (read) return read.data;
  }
  return "unreadable";
}

/** Share of pixels within a box in mm that are not white. */
export function inkIn(page: SheetPage, box: { x: number; y: number; width: number; height: number }): number {
  const { rgba } = crop(page, box);
  let dark = 0;
  for (let at = 0; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 128) dark += 1;
  return dark / (rgba.length / 4);
}

function crop(page: SheetPage, box: { x: number; y: number; width: number; height: number }) {
  const toPixels = (mm: number) => Math.round((mm * DPI) / MM_PER_INCH);
  const [left, top, width, height] = [toPixels(box.x), toPixels(box.y), toPixels(box.width), toPixels(box.height)];
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const grey = page.grey[(top + row) * page.width + left + column] ?? 255;
      rgba.fill(grey, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height, rgba };
}

/** Netpbm's binary grey maps, one after the other. */
function readPgms(bytes: Buffer): SheetPage[] {
  const pages: SheetPage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [header = "", width, height] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", at, at + 64)) ?? [];
    const [columns, rows] = [Number(width), Number(height)];
    const start = at + header.length;
    pages.push({ width: columns, height: rows, grey: bytes.subarray(start, start + columns * rows) });
    at = start + columns * rows;
  }
  return pages;
}
