import {
  findDesignProblems,
  isSameDesign,
  PRESETS,
  rebase,
  toDesign,
  toDraft,
  withInverted,
  withKind,
} from "@/components/qr-designer/design-draft";
import { QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import { DEFAULT_DESIGN, designSchema, QR_FRAME_TEXT_INVALID } from "@/lib/qr/design";
import { QR_COLOUR_INVALID } from "@/lib/qr/schema";

test.each(PRESETS.map(({ name, design }) => [name, { ...design, logo: null }] as const))(
  "the preset %s is a valid design that survives being edited",
  (_name, design) => {
    expect(designSchema.parse(design)).toEqual(design);
    expect(toDesign(toDraft(design))).toEqual(design);
    expect(isSameDesign(toDraft(design), design)).toBe(true);
  },
);

test.each([
  [{ foreground: { kind: "solid", color: "#12" } } as const, { "foreground.color": QR_COLOUR_INVALID }],
  [{ background: "red" }, { background: QR_COLOUR_INVALID }],
  [{ foreground: { kind: "solid", color: "#dddddd" } } as const, { foreground: QR_CONTRAST_TOO_LOW }],
  [{ frame: { text: "  ", position: "top" } } as const, { "frame.text": QR_FRAME_TEXT_INVALID }],
])("%j has the problems %j", (changed, problems) => {
  const draft = { ...toDraft(DEFAULT_DESIGN), ...changed };
  expect(findDesignProblems(draft)).toMatchObject(problems);
  expect(toDesign(draft)).toBeNull();
});

test("another foreground type keeps its colours", () => {
  const linear = { kind: "linear", from: "#111111", to: "#222222", angle: 10 } as const;
  expect(withKind(linear, "radial")).toEqual({ kind: "radial", from: "#111111", to: "#222222" });
  expect(withKind(linear, "solid")).toEqual({ kind: "solid", color: "#111111" });
  expect(withKind({ kind: "solid", color: "#111111" }, "linear")).toMatchObject({ from: "#111111", angle: 45 });
});

test("inverting swaps the colours", () => {
  const draft = toDraft(DEFAULT_DESIGN);
  const inverted = withInverted(draft, true);
  expect(inverted).toMatchObject({ inverted: true, background: "#000000", foreground: { color: "#ffffff" } });
  expect(withInverted(inverted, false)).toEqual(draft);
});

test("what is edited stays when someone else saves another design, whose other parts are taken", () => {
  const before = toDraft(DEFAULT_DESIGN);
  const frame = { text: "Fair 2026", position: "top" } as const;
  const now = { ...before, frame, level: "H", modules: "rounded" } as const;
  const draft = { ...before, modules: "dots", background: "#12" } as const;
  expect(rebase(draft, before, now)).toEqual({ ...before, modules: "dots", background: "#12", frame, level: "H" });
});
