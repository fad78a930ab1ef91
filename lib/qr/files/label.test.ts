import { inflateSync } from "node:zlib";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { SHORT_URL_TOO_LONG } from "@/lib/qr/files/sheet-fit";
import { renderLabel } from "@/lib/qr/studio";

const LABEL = { width: 30, height: 45 };
const TITLE = "www.example.com/conference/registration";
const shortUrl = "go.acme-brand.example/annual-conference-registration-desk-west-2026";

const draw = (url: string, text: "title" | "url") =>
  renderLabel({
    content: `https://${url}?qr=1`,
    design: DEFAULT_DESIGN,
    logo: null,
    label: LABEL,
    text,
    shortUrl: url,
    title: text === "title" ? TITLE : null,
  });

/** The characters of one weight that a label shows, in order: each is placed as a form named after its code point. */
function textOf(pdf: Buffer, weight: 400 | 600): string {
  const streams = pdf.toString("latin1").split(/stream\r?\n/);
  const placed = streams.flatMap((stream) => {
    try {
      return [
        ...inflateSync(Buffer.from(stream, "latin1"))
          .toString()
          .matchAll(/\/T(\d{3})([0-9a-f]+) Do/g),
      ];
    } catch {
      return [];
    }
  });
  return placed
    .filter(([, ofGlyph]) => Number(ofGlyph) === weight)
    .map(([, , codePoint = ""]) => String.fromCodePoint(Number.parseInt(codePoint, 16)))
    .join("");
}

test("a title gives way to a short URL that needs its room, which stands in full", async () => {
  const pdf = await draw(shortUrl, "title");
  expect([textOf(pdf, 600), textOf(pdf, 400)]).toEqual([shortUrl, ""]);
});

test("a title is shown, cut, where there is room for both", async () => {
  const pdf = await draw("hop.example/spring", "title");
  expect(textOf(pdf, 600)).toBe("hop.example/spring");
  expect(textOf(pdf, 400)).toMatch(/^www\.example\.com.*…$/);
});

test("a short URL that doesn't fit on its label even alone is refused, and not cut", async () => {
  await expect(draw(shortUrl, "url")).rejects.toMatchObject({ code: "invalid", message: SHORT_URL_TOO_LONG });
});
