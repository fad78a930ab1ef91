import { renderToStaticMarkup } from "react-dom/server";
import { DEFAULT_DRAFT, PRINT_WIDTH_INVALID } from "@/components/urls/qr-look";
import { QrLookFields } from "@/components/urls/qr-look-fields";

const render = (props: object) =>
  renderToStaticMarkup(
    <QrLookFields draft={DEFAULT_DRAFT} problems={{}} onChange={() => undefined} isLocked={false} {...props} />,
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
