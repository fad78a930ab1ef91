import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import jsQR from "jsqr";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Pixels } from "@/lib/qr/child/raster";

const require = createRequire(import.meta.url);

// Without this, the package would download its WebAssembly.
prepareZXingModule({
  overrides: { wasmBinary: toArrayBuffer(readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"))) },
});

/** Decodes a dark-on-light QR code; undefined if there is none it can read. */
export type Decoder = (pixels: Pixels) => Promise<string | undefined>;

/** ZXing-C++, which many apps use. */
export const decodeWithZxing: Decoder = async ({ data, width, height }) => {
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: "srgb" } as const;
  const options = { formats: ["QRCode" as const], maxNumberOfSymbols: 1, tryInvert: false, tryDownscale: true };
  const [result] = await readBarcodes(image as ImageData, options);
  return result?.text;
};

/** jsQR, which derives from another generation of ZXing. */
export const decodeWithJsqr: Decoder = async ({ data, width, height }) =>
  jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" })?.data;

function toArrayBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
