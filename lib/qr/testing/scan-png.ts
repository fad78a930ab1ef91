import jsQR from "jsqr";
import { PNG } from "pngjs";

/** The content of the QR code in a PNG, dark on light; undefined if it can't be read. */
export function scanPng(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png);
  return jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" })?.data;
}
