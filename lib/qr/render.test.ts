import jsQR from "jsqr";
import { PNG } from "pngjs";
import { qrContent, renderQr } from "@/lib/qr/render";

const content = qrContent("https://hop.example/Spring_Sale");

test("a QR code says the short URL, marked as a visit by QR", () => {
  expect(content).toBe("https://hop.example/Spring_Sale?qr=1");
});

test("the PNG is read back by a decoder, and has four modules of quiet zone around it", async () => {
  const { bytes, mediaType } = await renderQr(content, "png");
  const { data, width, height } = PNG.sync.read(bytes);
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  expect([mediaType, code?.data]).toEqual(["image/png", content]);
  const modules = 17 + 4 * (code?.version ?? 0) + 8;
  const quiet = Math.floor((4 * width) / modules) - 1;
  expect(code?.location.topLeftCorner.x).toBeGreaterThanOrEqual(quiet);
  expect(code?.location.topLeftCorner.y).toBeGreaterThanOrEqual(quiet);
});

test.each([
  ["the shortest code", "http://a.io/a"],
  ["the longest code", `https://${"long-".repeat(10)}host.example/${"a".repeat(64)}`],
])("%s is a picture of 512 pixels that can be read", async (_name, shortUrl) => {
  const { bytes } = await renderQr(qrContent(shortUrl), "png");
  const { data, width, height } = PNG.sync.read(bytes);
  expect([width, height]).toEqual([512, 512]);
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(`${shortUrl}?qr=1`);
});

test("the SVG is a picture without script or reference", async () => {
  const { bytes, mediaType } = await renderQr(content, "svg");
  expect(mediaType).toBe("image/svg+xml");
  expect(bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>(<path [^>]*\/>)+<\/svg>\s*$/);
});

test("the same code always has the same tag, another code another", async () => {
  const tag = async (text: string) => (await renderQr(text, "svg")).etag;
  const first = await tag(content);
  expect(await tag(content)).toBe(first);
  expect(await tag(`${content}1`)).not.toBe(first);
});
