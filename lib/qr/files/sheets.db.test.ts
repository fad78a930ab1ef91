import { buffer } from "node:stream/consumers";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import type { QrDesign } from "@/lib/qr/design";
import { downloadQrFile } from "@/lib/qr/files/download-file";
import { createQrFile, getQrFile } from "@/lib/qr/files/files";
import { LABEL_SHEET_NAMES, labelsPerPage, PAGE_SIZES, partsOfLabel, placeOf } from "@/lib/qr/files/label-layout";
import { makeBatch } from "@/lib/qr/files/make-files";
import { createQrFileSchema } from "@/lib/qr/files/schema";
import { SHORT_URL_TOO_LONG } from "@/lib/qr/files/sheet-fit";
import { layoutOf, type Sheet, sheetSchema } from "@/lib/qr/files/sheet-schema";
import { addPlacement } from "@/lib/qr/placements/add";
import { designWith } from "@/lib/qr/testing/designs";
import { inkIn, rasterisePdf, type SheetPage, scanLabel } from "@/lib/qr/testing/sheets";
import { createUrl } from "@/lib/urls/create";
import type { ShortUrl } from "@/lib/urls/types";

const LINKS = 8;

const FRAMED = designWith({
  foreground: { kind: "linear", from: "7a0000", to: "1a2b6c", angle: 45 },
  modules: "rounded",
  frame: { text: "Scan me", position: "bottom" },
});
const DESIGNS: readonly QrDesign[] = [
  FRAMED,
  designWith({ modules: "dots", finders: "circle", foreground: { kind: "radial", from: "000000", to: "4a1d6e" } }),
  designWith({ foreground: { kind: "solid", color: "ffffff" }, background: null, inverted: true }),
];
const GRID = {
  ...PAGE_SIZES.a4,
  columns: 4,
  rows: 6,
  marginTop: 10,
  marginBottom: 12,
  marginLeft: 8,
  marginRight: 8,
  gapX: 3,
  gapY: 2.5,
};

let admin: Actor;
let urls: ShortUrl[];
beforeAll(async () => {
  await pool().query("TRUNCATE short_urls, settings, audit_entries, qr_files CASCADE");
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  admin = await createUser({ role: "overall_admin" });
  urls = await Promise.all(
    Array.from({ length: LINKS }, (_, index) =>
      createUrl(admin, { originalUrl: `https://example.com/menu/${index}`, generateQR: true }),
    ),
  );
  for (const [index, design] of DESIGNS.entries()) {
    await prisma().qrDesign.create({ data: { urlId: urls[index]!.id, design } });
  }
});
beforeEach(() => pool().query("TRUNCATE qr_files CASCADE"));

const request = (ids: string[], sheet: object, more: object = {}) =>
  createQrFile(admin, createQrFileSchema.parse({ ids, sheet, ...more }));

async function makePdf(ids: string[], sheet: object, more: object = {}): Promise<Buffer> {
  const { id } = await request(ids, sheet, more);
  while ((await makeBatch()) > 0);
  return buffer((await downloadQrFile(admin, id)).content);
}

async function makeSheets(...request: Parameters<typeof makePdf>): Promise<SheetPage[]> {
  return rasterisePdf(await makePdf(...request));
}

/** Reads the labels of all pages, in order. */
function scanAll(pages: readonly SheetPage[], sheet: Sheet): (string | undefined)[] {
  const layout = layoutOf(sheet);
  return pages.flatMap((page) =>
    Array.from({ length: labelsPerPage(layout) }, (_, index) => scanLabel(page, layout, index)),
  );
}

test.each([...LABEL_SHEET_NAMES.map((template) => ({ template })), { grid: GRID }])(
  "every label of %j decodes to its short URL, from the label requested on",
  async (labels) => {
    // Its last label is on a second page.
    const count = labelsPerPage(layoutOf(sheetSchema.parse(labels)));
    const sheet = sheetSchema.parse({ ...labels, start: Math.max(1, count - LINKS + 2) });
    const pages = await makeSheets(
      urls.map(({ id }) => id),
      sheet,
    );
    const empty = Array.from({ length: sheet.start - 1 }, () => undefined);
    const read = scanAll(pages, sheet);
    const expected = [...empty, ...urls.map(({ shortUrl }) => `${shortUrl}?qr=1`)];
    expect(read.slice(0, expected.length)).toEqual(expected);
    expect(pages).toHaveLength(2);
    expect(read.slice(expected.length).filter((content) => content !== undefined)).toEqual([]);
  },
);

test("a page has the size of its paper, and text and cut marks if requested", async () => {
  const ids = [urls[5]!.id];
  const layout = layoutOf({ template: "5160" });
  const { text } = partsOfLabel(layout, "title");
  const { x, y } = placeOf(layout, 0);
  const room = { ...text!, x: x + text!.x, y: y + text!.y };
  const margin = { x: 0, y: 0, width: layout.pageWidth, height: layout.top };
  const [page] = await makeSheets(ids, { template: "5160" });
  expect([page!.width, page!.height]).toEqual([1275, 1650]);
  expect(inkIn(page!, room)).toBeGreaterThan(0.01);
  expect(inkIn(page!, margin)).toBeGreaterThan(0);
  const [bare] = await makeSheets(ids, { template: "5160", text: "none", cutMarks: false });
  expect(inkIn(bare!, margin)).toBe(0);
});

test("print dialogs are asked not to scale a sheet, so that labels are in their places", async () => {
  const pdf = await makePdf([urls[5]!.id], { template: "L7160" });
  expect(pdf.toString("latin1")).toMatch(/\/Type\/Catalog[^>]*\/PrintScaling\/None/);
});

test("long destinations of any script stay on their label", async () => {
  const text = "日本語-עברית-🍕-%E4%BD%A0-\u202E";
  const { id, shortUrl } = await createUrl(admin, {
    originalUrl: `https://example.com/${text}/${"menu-".repeat(300)}`,
    shortCode: "W".repeat(64),
    generateQR: true,
  });
  const sheet = sheetSchema.parse({ template: "L7160", cutMarks: false });
  const pages = await makeSheets([id], sheet);
  expect(scanLabel(pages[0]!, layoutOf(sheet), 0)).toBe(`${shortUrl}?qr=1`);
  const { pageWidth, pageHeight, pitchX, pitchY, left, top, labelWidth, labelHeight } = layoutOf(sheet);
  const beside = { x: left + labelWidth, y: 0, width: pageWidth - left - pitchX + 1, height: pageHeight };
  const below = { x: 0, y: top + labelHeight, width: pageWidth, height: pageHeight - top - pitchY };
  expect([inkIn(pages[0]!, beside), inkIn(pages[0]!, below)]).toEqual([0, 0]);
});

test("each placement has its own label", async () => {
  const url = await createUrl(admin, { originalUrl: "https://example.com/", generateQR: true });
  await addPlacement(admin, url.id, { name: "hall-3" });
  const sheet = sheetSchema.parse({ template: "22806" });
  const pages = await makeSheets([url.id], sheet, { withPlacements: true });
  expect(scanAll(pages, sheet).slice(0, 3)).toEqual([`${url.shortUrl}?qr=1`, `${url.shortUrl}?qr=hall-3`, undefined]);
});

test("a file of labels is a PDF; codes rendered by the previous version are placed on their labels", async () => {
  const sheet = sheetSchema.parse({ template: "L7163" });
  const file = await request([urls[4]!.id, urls[5]!.id], sheet);
  expect(file).toMatchObject({
    kind: "sheet",
    fileName: expect.stringMatching(/^qr-labels-[\d-]{10}\.pdf$/),
    total: 2,
  });
  // Makes it look like a ZIP file of PDFs.
  await pool().query("UPDATE qr_files SET sheet = NULL");
  while ((await makeBatch()) > 0);
  await prisma().qrFile.update({ where: { id: file.id }, data: { sheet } });
  const { content, mediaType } = await downloadQrFile(admin, file.id);
  expect(mediaType).toBe("application/pdf");
  const [page] = rasterisePdf(await buffer(content));
  expect(scanLabel(page!, layoutOf(sheet), 1)).toBe(`${urls[5]!.shortUrl}?qr=1`);
});

test("a code that doesn't fit on its label is refused when requested, and named", async () => {
  const shortCode = "x".repeat(64);
  const { id } = await createUrl(admin, { originalUrl: "https://example.com/", shortCode, generateQR: true });
  await prisma().qrDesign.create({ data: { urlId: id, design: FRAMED } });
  const grid = { ...GRID, columns: 8, rows: 12 };
  const asked = request([urls[4]!.id, id], { grid, text: "none" });
  await expect(asked).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(new RegExp(`^${shortCode}: This QR code must be at least [\\d.]+ mm`)),
  });
  expect(await request([urls[4]!.id], { grid, text: "none" })).toMatchObject({ total: 1 });
});

test("a short URL that doesn't fit on its label is refused when requested, and named", async () => {
  const shortCode = "m".repeat(60);
  const create = (code: string) =>
    createUrl(admin, { originalUrl: "https://example.com/", shortCode: code, generateQR: true });
  const { id } = await create(shortCode);
  // More characters, but narrow ones.
  const { id: narrow } = await create("i".repeat(64));
  const grid = { ...GRID, columns: 4 };
  expect(await request([narrow], { grid, text: "url" })).toMatchObject({ total: 1 });
  await expect(request([urls[4]!.id, narrow, id], { grid, text: "url" })).rejects.toMatchObject({
    code: "invalid",
    message: `${shortCode}: ${SHORT_URL_TOO_LONG}`,
  });
  expect(await request([id], { grid, text: "none" })).toMatchObject({ total: 1 });
});

test("the widest short URL is refused when requested, even if a narrower one has more characters", async () => {
  const create = (shortCode: string) =>
    createUrl(admin, { originalUrl: "https://example.com/", shortCode, generateQR: true });
  const [narrow, wide] = [await create("s".repeat(21)), await create("O".repeat(20))];
  const sheet = { grid: { ...GRID, columns: 6 }, text: "url" };
  expect(await request([narrow.id], sheet)).toMatchObject({ total: 1 });
  await expect(request([narrow.id, wide.id], sheet)).rejects.toMatchObject({
    code: "invalid",
    message: `${wide.shortCode}: ${SHORT_URL_TOO_LONG}`,
  });
});

test("a design that has grown since then fails the file with a message", async () => {
  const url = await createUrl(admin, { originalUrl: "https://example.com/", generateQR: true });
  const grid = { ...GRID, columns: 10, rows: 14 };
  const { id } = await request([url.id], { grid, text: "none" });
  await prisma().qrDesign.create({ data: { urlId: url.id, design: { ...FRAMED, level: "H", margin: 16 } } });
  while ((await makeBatch()) > 0);
  expect(await getQrFile(admin, id)).toMatchObject({
    failure: expect.stringMatching(new RegExp(`^${url.shortCode}: .*Choose larger labels`)),
  });
});
