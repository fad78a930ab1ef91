import { deflateSync } from "node:zlib";

const POINTS_PER_MM = 72 / 25.4;

/** RGB samples, and their opacity if not all are opaque; 8 bits each. */
export type PdfImage = { width: number; height: number; rgb: Buffer; alpha: Buffer | null };

/**
 * Writes a PDF of one page, whose contents are operators (ISO 32000-1, annex A) in millimetres from the top left corner:
 * vector paths, images and gradients. Objects are numbered as they are added.
 */
export function createPdf(widthMm: number, heightMm: number) {
  const objects: Buffer[] = [];
  const resources = { XObject: new Map<string, number>(), Shading: new Map<string, number>() };
  const add = (...parts: (string | Buffer)[]) => objects.push(Buffer.concat(parts.map(toBytes)));
  const [catalogue, tree, shared] = [add(""), add(""), add("")];
  const stream = (dictionary: string, data: Buffer) => {
    const packed = deflateSync(data);
    const head = `<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
    return add(head, packed, "\nendstream");
  };
  return {
    /** Makes an image available as `/name Do`, one unit wide and high. */
    addImage(name: string, { width, height, rgb, alpha }: PdfImage): void {
      const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`;
      const mask = alpha && `/SMask ${stream(`${shape}/ColorSpace/DeviceGray`, alpha)} 0 R`;
      resources.XObject.set(name, stream(`${shape}/ColorSpace/DeviceRGB${mask ?? ""}`, rgb));
    },
    /** Makes the operators of a glyph available as `/name Do`, in units of the font size. */
    addGlyph(name: string, contents: string): void {
      const shape = "/Type/XObject/Subtype/Form/BBox[-1 -2 3 2]";
      resources.XObject.set(name, stream(shape, Buffer.from(contents, "latin1")));
    },
    /** Makes a gradient between two colours available as `/name sh`. */
    addShading(name: string, { type, coordinates, from, to }: PdfShading): void {
      const blend = `<</FunctionType 2/Domain[0 1]/C0[${pdfColour(from)}]/C1[${pdfColour(to)}]/N 1>>`;
      const where = `/Coords[${coordinates.map((value) => value.toFixed(3)).join(" ")}]/Extend[true true]`;
      resources.Shading.set(name, add(`<</ShadingType ${type}/ColorSpace/DeviceRGB${where}/Function ${blend}>>`));
    },
    /** The file, with these contents on its page. */
    toBytes(contents: string): Buffer {
      const named = (map: Map<string, number>) => [...map].map(([name, id]) => `/${name} ${id} 0 R`).join("");
      const flipped = `${POINTS_PER_MM} 0 0 ${-POINTS_PER_MM} 0 ${points(heightMm)} cm\n${contents}`;
      const content = stream("", Buffer.from(flipped, "latin1"));
      const box = `/MediaBox[0 0 ${points(widthMm)} ${points(heightMm)}]`;
      const page = add(`<</Type/Page/Parent ${tree} 0 R${box}/Resources ${shared} 0 R/Contents ${content} 0 R>>`);
      objects[catalogue - 1] = catalogueOf(tree);
      objects[tree - 1] = Buffer.from(`<</Type/Pages/Count 1/Kids[${page} 0 R]>>`);
      objects[shared - 1] = Buffer.from(
        `<</XObject<<${named(resources.XObject)}>>/Shading<<${named(resources.Shading)}>>>>`,
      );
      const file = createPdfFile();
      return Buffer.concat([
        file.head(),
        ...objects.map((object, index) => file.object(index + 1, object)),
        file.tail(catalogue),
      ]);
    },
  };
}

export type Pdf = ReturnType<typeof createPdf>;
type PdfShading = {
  /** Axial (2) or radial (3). */
  type: 2 | 3;
  coordinates: readonly number[];
  /** Six hexadecimal digits. */
  from: string;
  to: string;
};

/** Components from 0 to 1. */
export function pdfColour(hex: string): string {
  return [0, 2, 4].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(4)).join(" ");
}

/**
 * Writes the parts of a file one after the other: its head, its objects in any order, and its tail, which has a table
 * of their offsets (ISO 32000-1, 7.5).
 */
export function createPdfFile() {
  const offsets: number[] = [];
  let length = 0;
  const written = (part: Buffer) => {
    length += part.length;
    return part;
  };
  return {
    head: () => written(Buffer.from("%PDF-1.6\n%\xe2\xe3\xcf\xd3\n", "latin1")),
    /** @param id from 1, without gaps */
    object(id: number, body: Buffer): Buffer {
      offsets[id - 1] = length;
      return written(Buffer.concat([Buffer.from(`${id} 0 obj\n`), body, Buffer.from("\nendobj\n")]));
    },
    tail(root: number): Buffer {
      const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
      const count = offsets.length + 1;
      const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines.join("")}`;
      return Buffer.from(`${table}trailer\n<</Size ${count}/Root ${root} 0 R>>\nstartxref\n${length}\n%%EOF\n`);
    },
  };
}

/**
 * The root of a file. It asks print dialogs not to shrink pages to the printer's margins, which would misplace labels
 * (ISO 32000-1, 12.2).
 */
export function catalogueOf(tree: number): Buffer {
  return Buffer.from(`<</Type/Catalog/Pages ${tree} 0 R/ViewerPreferences<</PrintScaling/None>>>>`);
}

/** Millimetres in points, with three decimals. */
export function points(mm: number): string {
  return String(Math.round(mm * POINTS_PER_MM * 1000) / 1000);
}

function toBytes(part: string | Buffer): Buffer {
  return typeof part === "string" ? Buffer.from(part, "latin1") : part;
}
