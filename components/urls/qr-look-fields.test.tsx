import { renderToStaticMarkup } from "react-dom/server";
import { DEFAULT_DRAFT, PRINT_WIDTH_INVALID } from "@/components/urls/qr-look";
import { QrLookFields } from "@/components/urls/qr-look-fields";

test("a print width can be typed, with what is wrong beside it", () => {
  const draft = { ...DEFAULT_DRAFT, mm: "5" };
  const fields = <QrLookFields draft={draft} problems={{ mm: PRINT_WIDTH_INVALID }} onChange={() => undefined} />;
  const html = renderToStaticMarkup(fields);
  const [, id] = /<label[^>]* for="([^"]+)"[^>]*>Print width in mm/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<input[^>]*id="${id}"[^>]*inputMode="decimal"[^>]*value="5"`, "i"));
  expect(html).toContain(PRINT_WIDTH_INVALID);
});
