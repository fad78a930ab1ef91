import { renderToStaticMarkup } from "react-dom/server";
import { DEFAULT_DRAFT, findQrProblems, PRINT_WIDTH_INVALID } from "@/components/urls/qr/qr-look";
import { QrLookFields } from "@/components/urls/qr/qr-look-fields";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

const render = (props: object) =>
  renderToStaticMarkup(
    <QrLookFields
      draft={DEFAULT_DRAFT}
      problems={{}}
      onChange={() => undefined}
      design={undefined}
      isLocked={false}
      modules={0}
      {...props}
    />,
  );

test("a print width can be typed, with any problem beside it", () => {
  const draft = { ...DEFAULT_DRAFT, mm: "5" };
  const html = render({ draft, problems: { mm: PRINT_WIDTH_INVALID } });
  const [, id] = /<label[^>]* for="([^"]+)"[^>]*>Print width in mm/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<input[^>]*id="${id}"[^>]*inputMode="decimal"[^>]*value="5"`, "i"));
  expect(html).toContain(PRINT_WIDTH_INVALID);
});

test.each([
  [false, ["PNG size in pixels", "Print width in mm", "Margin in modules", "Foreground", "Background"]],
  [true, ["PNG size in pixels", "Print width in mm"]],
])("for a code whose design is locked (%s), the fields are %j", (isLocked, names) => {
  const labels = [...render({ isLocked }).matchAll(/<label[^>]*>([^<]*)</g)].map(([, label]) => label);
  expect(labels).toEqual(names);
});

test.each([
  ["20", 61, true],
  ["20,2", 61, false],
  ["20", 60, false],
  ["", 61, false],
  // Refused anyway.
  ["5", 61, false],
])("a print width of %j mm for %i modules: too small is %s", (mm, modules, isTooSmall) => {
  const draft = { ...DEFAULT_DRAFT, mm };
  const html = render({ draft, modules, problems: findQrProblems(draft) });
  expect(html.includes("Scanners may not read this code if it is less than 20.2 mm wide.")).toBe(isTooSmall);
});

const blue = { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "17324d" } };
const white = "#ffffff";

test.each([
  ["a plain code", undefined, {}, ["4", "#000000", "#000000", white, white]],
  ["a code with a design", blue, {}, ["", "#17324d", "", white, ""]],
  ["a code whose design is replaced", blue, { margin: "2" }, ["2", "#000000", "#000000", white, white]],
])("margin and colours of %s", (_what, design, fields, values) => {
  const inputs = [...render({ design, draft: { ...DEFAULT_DRAFT, ...fields } }).matchAll(/<input[^>]*>/g)].slice(2);
  expect(inputs.map(([input]) => / value="([^"]*)"/.exec(input)?.[1])).toEqual(values);
});
