import { createHash } from "node:crypto";
import { catalogueOf, createPdfFile, points } from "@/lib/qr/drawing/pdf";
import { readPdfPage } from "@/lib/qr/drawing/pdf-page";
import { cutMarksOf, labelsPerPage, placeOf, type SheetLayout } from "@/lib/qr/files/label-layout";
import { layoutOf, type Sheet } from "@/lib/qr/files/sheet-schema";

const MARK_WIDTH_MM = 0.1;

/**
 * Streams a PDF of label sheets. Memory use does not depend on the number of labels.
 *
 * @param labels PDFs that `createPdf` wrote
 */
export async function* labelSheets(labels: AsyncIterable<Buffer>, sheet: Sheet): AsyncGenerator<Buffer> {
  const layout = layoutOf(sheet);
  const file = createPdfFile();
  yield file.head();
  /** Objects that labels share, such as glyphs and logos, by their hash. */
  const shared = new Map<string, number>();
  const pages: number[] = [];
  let lastId = TREE;
  let ready: Buffer[] = [];
  const add = (body: Buffer) => {
    ready.push(file.object(++lastId, body));
    return lastId;
  };
  const addShared = (body: Buffer) => {
    const hash = createHash("sha256").update(body).digest("base64");
    const id = shared.get(hash) ?? add(body);
    shared.set(hash, id);
    return id;
  };
  const marks = sheet.cutMarks ? add(marksOf(layout)) : null;
  let slot = sheet.start - 1;
  let placed: Placed[] = [];
  const addPage = () => {
    const forms = [...placed.map(({ form }) => form), ...(marks === null ? [] : [marks])];
    const contents = [...placed.map((label) => operatorsOf(label, layout)), marks === null ? "" : `/F${marks} Do`];
    const content = add(toStream("", contents.join("\n")));
    pages.push(add(pageOf(content, forms, layout)));
    [slot, placed] = [0, []];
  };
  for await (const label of labels) {
    const { form, ...size } = readPdfPage(label, addShared);
    placed.push({ index: slot, form: add(form), ...size });
    slot += 1;
    if (slot === labelsPerPage(layout)) addPage();
    yield Buffer.concat(ready);
    ready = [];
  }
  if (placed.length > 0) addPage();
  const kids = pages.map((id) => `${id} 0 R`).join(" ");
  ready.push(
    file.object(TREE, Buffer.from(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`)),
    file.object(CATALOGUE, catalogueOf(TREE)),
    file.tail(CATALOGUE),
  );
  yield Buffer.concat(ready);
}

type Placed = { index: number; form: number; width: number; height: number };

const CATALOGUE = 1;
const TREE = 2;

function pageOf(content: number, forms: readonly number[], { pageWidth, pageHeight }: SheetLayout): Buffer {
  const names = [...new Set(forms)].map((id) => `/F${id} ${id} 0 R`).join("");
  const box = `/MediaBox[0 0 ${points(pageWidth)} ${points(pageHeight)}]`;
  const resources = `/Resources<</XObject<<${names}>>>>`;
  return Buffer.from(`<</Type/Page/Parent ${TREE} 0 R${box}${resources}/Contents ${content} 0 R>>`);
}

/** Operators that draw a form centred on its label, and never larger. */
function operatorsOf({ index, form, width, height }: Placed, layout: SheetLayout): string {
  const { x, y } = placeOf(layout, index);
  const [labelWidth, labelHeight] = [Number(points(layout.labelWidth)), Number(points(layout.labelHeight))];
  const scale = Math.min(1, labelWidth / width, labelHeight / height);
  const left = Number(points(x)) + (labelWidth - width * scale) / 2;
  const bottom = Number(points(layout.pageHeight - y)) - (labelHeight + height * scale) / 2;
  return `q ${short(scale)} 0 0 ${short(scale)} ${short(left)} ${short(bottom)} cm /F${form} Do Q`;
}

/** Cut marks as a form of the page's size. */
function marksOf(layout: SheetLayout): Buffer {
  const lines = cutMarksOf(layout).map(({ x1, y1, x2, y2 }) => {
    const [from, to] = [
      [x1, y1],
      [x2, y2],
    ].map(([x = 0, y = 0]) => `${points(x)} ${points(layout.pageHeight - y)}`);
    return `${from} m ${to} l S`;
  });
  const box = `/BBox[0 0 ${points(layout.pageWidth)} ${points(layout.pageHeight)}]`;
  return toStream(`/Type/XObject/Subtype/Form${box}`, [`0 G ${points(MARK_WIDTH_MM)} w`, ...lines].join("\n"));
}

function toStream(dictionary: string, contents: string): Buffer {
  return Buffer.from(`<<${dictionary}/Length ${contents.length}>>stream\n${contents}\nendstream`, "latin1");
}

function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
