import { QR_CONTRAST_TOO_LOW, QR_INVERTED_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import {
  DEFAULT_DESIGN,
  designSchema,
  isForBlack,
  isPlain,
  isReadableAt,
  levelInForce,
  QR_ANGLE_INVALID,
  QR_FINDERS_INVALID,
  QR_FOREGROUND_INVALID,
  QR_FRAME_POSITION_INVALID,
  QR_FRAME_TEXT_INVALID,
  QR_LOGO_INVALID,
  QR_LOGO_PERCENT_INVALID,
  QR_MM_INVALID,
  QR_MODULES_INVALID,
  qrSizeSchema,
  smallestPrintMm,
} from "@/lib/qr/design";
import { QR_COLOUR_INVALID, QR_LEVEL_INVALID, QR_MARGIN_INVALID, QR_SIZE_INVALID } from "@/lib/qr/schema";

const logo = { id: "01890a5d-ac96-774b-bcce-b302099a8057", percent: 20 };
const messageOf = (design: object) =>
  designSchema.safeParse({ ...DEFAULT_DESIGN, ...design }).error?.issues[0]?.message;
const solid = (color: string) => ({ foreground: { kind: "solid", color } });

test.each([
  {},
  solid("#1A2B3C"),
  { foreground: { kind: "linear", from: "000000", to: "1d4ed8", angle: 359 } },
  { foreground: { kind: "radial", from: "7a0000", to: "000000" }, background: null },
  { modules: "dots", finders: "circle", margin: 0, level: "L" },
  { modules: "connected", finders: "rounded", margin: 16, level: "H", logo },
  { frame: { text: "Scan me", position: "top" } },
  { ...solid("ffffff"), background: "102030", inverted: true },
  { ...solid("ffffff"), background: null, inverted: true },
])("%j is a design", (design) => {
  expect(messageOf(design)).toBeUndefined();
});

test.each([
  [solid("#12345"), QR_COLOUR_INVALID],
  [solid("navy"), QR_COLOUR_INVALID],
  [{ background: "url(x)" }, QR_COLOUR_INVALID],
  [{ foreground: { kind: "conic", from: "000000", to: "000000" } }, QR_FOREGROUND_INVALID],
  [{ foreground: "000000" }, QR_FOREGROUND_INVALID],
  [{ foreground: { kind: "linear", from: "000000", to: "000000", angle: 360 } }, QR_ANGLE_INVALID],
  [{ modules: "stars" }, QR_MODULES_INVALID],
  [{ finders: "star" }, QR_FINDERS_INVALID],
  [{ margin: 17 }, QR_MARGIN_INVALID],
  [{ margin: 1.5 }, QR_MARGIN_INVALID],
  [{ level: "X" }, QR_LEVEL_INVALID],
  [{ logo: { ...logo, id: "logo.png" } }, QR_LOGO_INVALID],
  [{ logo: { ...logo, percent: 9 } }, QR_LOGO_PERCENT_INVALID],
  [{ logo: { ...logo, percent: 31 } }, QR_LOGO_PERCENT_INVALID],
  [{ frame: { text: " ", position: "top" } }, QR_FRAME_TEXT_INVALID],
  [{ frame: { text: "x".repeat(25), position: "top" } }, QR_FRAME_TEXT_INVALID],
  [{ frame: { text: "Scan me", position: "left" } }, QR_FRAME_POSITION_INVALID],
  // Too little contrast, even at one end of a gradient; light on dark that was not requested, and the reverse.
  [solid("777777"), QR_CONTRAST_TOO_LOW],
  [{ foreground: { kind: "linear", from: "000000", to: "facc15", angle: 0 } }, QR_CONTRAST_TOO_LOW],
  [{ ...solid("facc15"), background: null }, QR_CONTRAST_TOO_LOW],
  [{ ...solid("ffffff"), background: "000000" }, QR_CONTRAST_TOO_LOW],
  [{ inverted: true }, QR_INVERTED_CONTRAST_TOO_LOW],
])("%j is refused", (design, message) => {
  expect(messageOf(design)).toBe(message);
});

test("unknown properties are refused", () => {
  expect(messageOf({ shadow: true })).toMatch(/shadow/);
});

test("colours are kept in lower case without a number sign, and texts without outer spaces", () => {
  const design = { ...DEFAULT_DESIGN, ...solid("#1A2B3C"), frame: { text: " Scan me ", position: "top" } };
  expect(designSchema.parse(design)).toMatchObject({ ...solid("1a2b3c"), frame: { text: "Scan me" } });
});

test.each([
  [{}, true],
  [{ ...solid("1a2b3c"), margin: 2, level: "H" }, true],
  [{ ...solid("ffffff"), background: "000000", inverted: true }, true],
  [{ foreground: { kind: "radial", from: "000000", to: "000000" } }, false],
  [{ background: null }, false],
  [{ modules: "dots" }, false],
  [{ finders: "circle" }, false],
  [{ logo }, false],
  [{ frame: { text: "Scan me", position: "top" } }, false],
])("%j is plain: %s", (design, isExpected) => {
  expect(isPlain(designSchema.parse({ ...DEFAULT_DESIGN, ...design }))).toBe(isExpected);
});

test.each([
  [{ ...solid("ffffff"), background: null, inverted: true }, true],
  [{ ...solid("ffffff"), background: "000000", inverted: true }, false],
  [{ background: null }, false],
  [{}, false],
])("%j is for black: %s", (design, isExpected) => {
  expect(isForBlack(designSchema.parse({ ...DEFAULT_DESIGN, ...design }))).toBe(isExpected);
});

test.each([
  ["L", null, "L"],
  ["L", 10, "Q"],
  ["H", 10, "H"],
  ["M", 20, "H"],
] as const)("level %s with a logo of %s percent is level %s", (level, percent, inForce) => {
  expect(levelInForce({ level, logo: percent && { ...logo, percent } })).toBe(inForce);
});

test.each([
  [{ px: 63 }, QR_SIZE_INVALID],
  [{ px: 0 }, QR_SIZE_INVALID],
  [{ px: 2049 }, QR_SIZE_INVALID],
  [{ mm: 0 }, QR_MM_INVALID],
  [{ mm: 100_000 }, QR_MM_INVALID],
])("a size of %j is refused", (size, message) => {
  expect(JSON.stringify(qrSizeSchema.safeParse(size).error?.issues)).toContain(message);
});

test.each([{ px: 64 }, { px: 2048 }, { mm: 5 }, { mm: 20.5 }, { mm: 1000 }])("%j is a size", (size) => {
  expect(qrSizeSchema.parse(size)).toEqual(size);
});

test.each([
  [80, 26.4],
  [100, 33],
  [110, 36.3],
  [111, 36.7],
  [220, 72.6],
])("%d modules are readable from %d mm on", (modules, mm) => {
  expect(smallestPrintMm(modules)).toBe(mm);
  expect([isReadableAt(mm, modules), isReadableAt(mm - 0.1, modules)]).toEqual([true, false]);
});
