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
  const writer = createWriter(layout);
  yield writer.file.head();
  const marks = sheet.cutMarks ? writer.addForm(marksOf(layout)) : null;
  let slot = sheet.start - 1;
  let placed: Placed[] = [];
  for await (const label of labels) {
    placed.push({ index: slot, ...writer.addLabel(label) });
    slot += 1;
    if (slot === labelsPerPage(layout)) {
      writer.addPage(placed, marks);
      [slot, placed] = [0, []];
    }
    yield writer.take();
  }
  if (placed.length > 0) writer.addPage(placed, marks);
  yield writer.finish();
}

type Placed = { index: number; form: number; width: number; height: number };

const CATALOGUE = 1;
const TREE = 2;

function createWriter(layout: SheetLayout) {
  const file = createPdfFile();
  const pages: number[] = [];
  /** Objects that labels share, such as glyphs and logos, by their hash. */
  const shared = new Map<string, number>();
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
  const take = () => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  return {
    file,
    take,
    addForm: (contents: string) => add(toForm(contents, layout)),
    /** Adds the page of a PDF as a form, with those of its resources that aren't in the file yet. */
    addLabel(pdf: Buffer): Omit<Placed, "index"> {
      const { width, height, form } = readPdfPage(pdf, addShared);
      return { form: add(form), width, height };
    },
    addPage(placed: readonly Placed[], marks: number | null): void {
      const forms = [...placed.map(({ form }) => form), ...(marks === null ? [] : [marks])];
      const contents = [...placed.map((label) => operatorsOf(label, layout)), marks === null ? "" : `/F${marks} Do`];
      const names = [...new Set(forms)].map((id) => `/F${id} ${id} 0 R`).join("");
      const box = `0 0 ${points(layout.pageWidth)} ${points(layout.pageHeight)}`;
      const content = add(toStream("", contents.join("\n")));
      const resources = `/Resources<</XObject<<${names}>>>>`;
      pages.push(
        add(Buffer.from(`<</Type/Page/Parent ${TREE} 0 R/MediaBox[${box}]${resources}/Contents ${content} 0 R>>`)),
      );
    },
    finish(): Buffer {
      const kids = pages.map((id) => `${id} 0 R`).join(" ");
      ready.push(
        file.object(TREE, Buffer.from(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`)),
        file.object(CATALOGUE, catalogueOf(TREE)),
        file.tail(CATALOGUE),
      );
      return take();
    },
  };
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

function marksOf(layout: SheetLayout): string {
  const lines = cutMarksOf(layout).map(({ x1, y1, x2, y2 }) => {
    const [from, to] = [
      [x1, y1],
      [x2, y2],
    ].map(([x = 0, y = 0]) => `${points(x)} ${points(layout.pageHeight - y)}`);
    return `${from} m ${to} l S`;
  });
  return [`0 G ${points(MARK_WIDTH_MM)} w`, ...lines].join("\n");
}

function toForm(contents: string, { pageWidth, pageHeight }: SheetLayout): Buffer {
  return toStream(`/Type/XObject/Subtype/Form/BBox[0 0 ${points(pageWidth)} ${points(pageHeight)}]`, contents);
}

function toStream(dictionary: string, contents: string): Buffer {
  return Buffer.from(`<<${dictionary}/Length ${contents.length}>>stream\n${contents}\nendstream`, "latin1");
}

function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
