const REFERENCE = /(\d+) 0 R/g;
const PARENT = /\/Parent \d+ 0 R/;
const STREAM = ">>stream\n";

/**
 * The only page of a PDF that `createPdf` wrote, as a form for another file.
 *
 * @param add adds an object to that file and returns its id; called for the page's resources
 * @returns its size in points
 * @throws Error when it is another kind of file
 */
export function readPdfPage(
  pdf: Buffer,
  add: (body: Buffer) => number,
): { width: number; height: number; form: Buffer } {
  const objects = readObjects(pdf);
  const added = new Map<number, number>();
  const bodyOf = (id: number) => objects.get(id) ?? fail(`object ${id} is missing`);
  /** Copies an object, after the objects that it refers to. */
  const copy = (id: number): number => {
    const known = added.get(id);
    if (known !== undefined) return known;
    const to = add(renumber(bodyOf(id), copy));
    added.set(id, to);
    return to;
  };
  const page = [...objects.values()].map(dictionaryOf).find((text) => text.includes("/Type/Page/")) ?? fail("no page");
  const [, width = "", height = ""] = /\/MediaBox\[0 0 (\S+) (\S+)\]/.exec(page) ?? fail("no size");
  const [, resources = ""] = /\/Resources (\d+) 0 R/.exec(page) ?? fail("no resources");
  const [, contents = ""] = /\/Contents (\d+) 0 R/.exec(page) ?? fail("no contents");
  const shape = `<</Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources ${copy(Number(resources))} 0 R`;
  const form = Buffer.concat([Buffer.from(shape, "latin1"), bodyOf(Number(contents)).subarray("<<".length)]);
  return { width: Number(width), height: Number(height), form };
}

/**
 * Reads objects by the table of offsets (ISO 32000-1, 7.5.4); an object ends where the next one, or the table, begins.
 */
function readObjects(pdf: Buffer): ReadonlyMap<number, Buffer> {
  const [, start = ""] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString("latin1", pdf.length - 64)) ?? fail("no end");
  const table = pdf.toString("latin1", Number(start));
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  const ends = [...offsets, Number(start)].sort((a, b) => a - b);
  return new Map(
    offsets.map((offset, index) => {
      const id = index + 1;
      const end = ends[ends.indexOf(offset) + 1] ?? fail("a broken table");
      return [id, pdf.subarray(offset + `${id} 0 obj\n`.length, end - "\nendobj\n".length)];
    }),
  );
}

function dictionaryOf(body: Buffer): string {
  const end = body.indexOf(STREAM);
  return body.toString("latin1", 0, end < 0 ? body.length : end);
}

function renumber(body: Buffer, toId: (id: number) => number): Buffer {
  const dictionary = dictionaryOf(body);
  const renumbered = dictionary.replace(PARENT, "").replace(REFERENCE, (_all, id) => `${toId(Number(id))} 0 R`);
  return Buffer.concat([Buffer.from(renumbered, "latin1"), body.subarray(dictionary.length)]);
}

function fail(reason: string): never {
  throw new Error(`PDF of a label can't be read: ${reason}`);
}
