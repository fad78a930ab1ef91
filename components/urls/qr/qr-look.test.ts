import {
  DEFAULT_DRAFT,
  findQrProblems,
  isMarginNarrow,
  PRINT_WIDTH_INVALID,
  pickerColour,
  qrPath,
  replacesDesign,
  withLook,
} from "@/components/urls/qr/qr-look";
import { QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import { QR_DESIGN_FORMATS } from "@/lib/qr/design";
import { designOf, qrQuerySchema, sizeOf } from "@/lib/qr/query-schema";
import { QR_COLOUR_INVALID, QR_MARGIN_INVALID, QR_SIZE_INVALID } from "@/lib/qr/schema";

const draft = (fields: object = {}) => ({ ...DEFAULT_DRAFT, ...fields });

test.each([
  [{}, {}],
  [{ foreground: " #1A2b3C ", background: "ffffff", size: " 64 " }, {}],
  [{ size: "63" }, { size: QR_SIZE_INVALID }],
  [
    { size: "", margin: "17" },
    { size: QR_SIZE_INVALID, margin: QR_MARGIN_INVALID },
  ],
  [
    { size: "1e3", margin: "-1" },
    { size: QR_SIZE_INVALID, margin: QR_MARGIN_INVALID },
  ],
  [{ foreground: "black" }, { foreground: QR_COLOUR_INVALID }],
  [{ background: "#fff" }, { background: QR_COLOUR_INVALID }],
  [{ foreground: "#808080" }, { foreground: QR_CONTRAST_TOO_LOW }],
  [{ foreground: "#ffffff", background: "#000000" }, { foreground: QR_CONTRAST_TOO_LOW }],
])("the look %j has the problems %j", (fields, problems) => {
  expect(findQrProblems(draft(fields))).toEqual(problems);
});

test.each([
  ["3", true],
  ["0", true],
  ["4", false],
  ["16", false],
])("a margin of %s modules is narrow: %s", (margin, expected) => {
  expect(isMarginNarrow(draft({ margin }))).toBe(expected);
});

test("the path names only what is typed, even if a plain code has it, and an SVG has no size", () => {
  const look = draft({ size: "1024", margin: "2", foreground: "#1A2B3C" });
  expect(qrPath("/qr", draft(), "png")).toBe("/qr");
  const plain = draft({ foreground: "000000", background: "#FFFFFF" });
  expect(qrPath("/qr", plain, "png")).toBe("/qr?foreground=000000&background=ffffff");
  expect(qrPath("/qr", look, "png")).toBe("/qr?margin=2&foreground=1a2b3c&size=1024");
  expect(qrPath("/qr", look, "png", { isDownload: true })).toBe("/qr?margin=2&foreground=1a2b3c&size=1024&download=1");
  expect(qrPath("/qr", look, "svg")).toBe("/qr?format=svg&margin=2&foreground=1a2b3c");
});

test.each([
  {},
  { size: "1024", placement: "hall-3" },
  { foreground: "000000", background: "#FFFFFF", margin: " 4 " },
  { margin: "2" },
  { foreground: "#1A2B3C" },
  { background: "ffeecc" },
])("the look %j replaces a design if the server says so", (fields) => {
  const query = Object.fromEntries(new URL(qrPath("/qr", draft(fields), "svg"), "http://localhost").searchParams);
  expect(replacesDesign(draft(fields))).toBe(designOf(qrQuerySchema.parse(query)) !== null);
});

test("a code has its design again once margin and colours are cleared; a plain one then lacks a margin", () => {
  const typed = withLook(draft(), { name: "margin", value: "2", hasDesign: true });
  expect(replacesDesign(typed)).toBe(true);
  const coloured = withLook(typed, { name: "foreground", value: "#1a2b3c", hasDesign: true });
  const withoutMargin = withLook(coloured, { name: "margin", value: "", hasDesign: true });
  expect(findQrProblems(withoutMargin)).toEqual({ margin: QR_MARGIN_INVALID });
  expect(withLook(withoutMargin, { name: "foreground", value: "", hasDesign: true })).toEqual(draft());
  const plain = withLook(draft(), { name: "margin", value: "", hasDesign: false });
  expect(findQrProblems(plain)).toEqual({ margin: QR_MARGIN_INVALID });
});

test.each(["20", "35,5", " 300 ", "20.25", ""])("a print width of %j mm is valid", (mm) => {
  expect(findQrProblems(draft({ mm }))).toEqual({});
});

test.each(["19", "301", "0", "-20", "1e2", "x", "20.125"])("a print width of %j mm is invalid", (mm) => {
  expect(findQrProblems(draft({ mm }))).toEqual({ mm: PRINT_WIDTH_INVALID });
});

test.each(QR_DESIGN_FORMATS)("a %s has the print width instead of pixels, and the server accepts it", (format) => {
  for (const mm of ["20", "35,5", "300"]) {
    const path = qrPath("/qr", draft({ mm, size: "1024" }), format);
    const query = qrQuerySchema.parse(Object.fromEntries(new URL(path, "http://localhost").searchParams));
    expect([query.format, sizeOf(query)]).toEqual([format, { mm: Number(mm.replace(",", ".")) }]);
  }
});

test.each([
  ["1A2b3c", "#1a2b3c"],
  ["#fff", "#000000"],
])("the colour picker shows %s as %s", (text, expected) => {
  expect(pickerColour(text)).toBe(expected);
});
