import { renderToStaticMarkup } from "react-dom/server";
import { CodeImage } from "@/components/qr-codes/code-card";
import { SheetPreview } from "@/components/qr-codes/sheet-preview";
import { DesignPreview } from "@/components/qr-designer/design-preview";
import { CodePicture } from "@/components/urls/qr/qr-dialog";
import { sheetSchema } from "@/lib/qr/files/sheet-schema";
import type { QrCode } from "@/lib/qr/types";

const code: QrCode = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  shortCode: "menu",
  shortUrl: "https://hop.example/menu",
  originalUrl: "https://example.com/",
  status: "active",
  clickCount: 0,
  createdAt: "2026-05-31T12:00:00.000Z",
  createdById: null,
  groupId: null,
  faviconUrl: null,
  qrCodeUrl: "/qr",
  createdByName: null,
  lastClickedOn: null,
  scans30d: 0,
  designSource: "own",
  templateName: null,
  isForBlack: false,
  hasLogo: false,
  version: "1",
};

describe.each([
  [true, "black"],
  [false, "white"],
])("a code with isForBlack %s", (isForBlack, paper) => {
  test.each([
    ["in the gallery", <CodeImage key="" src="/qr" isForBlack={isForBlack} isDimmed={false} />],
    ["in its dialog", <CodePicture key="" src="/qr" alt="" isForBlack={isForBlack} isDimmed={false} />],
    [
      "in the designer",
      <DesignPreview key="" image="data:" problem={undefined} draft={{ background: null, inverted: isForBlack }} />,
    ],
  ])(`%s is on ${paper}`, (_where, element) => {
    const html = renderToStaticMarkup(element);
    expect(html.match(/bg-(black|white)/g)).toContain(`bg-${paper}`);
    expect(html).not.toContain(isForBlack ? "bg-white" : "bg-black");
  });

  test(`on a label is on ${paper}`, () => {
    const sheet = sheetSchema.parse({ template: "L7160" });
    const html = renderToStaticMarkup(<SheetPreview sheet={sheet} codes={[{ ...code, isForBlack }]} count={1} />);
    // One on the page, and one on the larger label.
    expect(html.match(/<rect [^>]*><\/rect><image /g)?.filter((one) => !one.includes("fill"))).toHaveLength(
      isForBlack ? 2 : 0,
    );
  });
});

test("a framed code, higher than wide, keeps its proportions in its dialog", () => {
  const html = renderToStaticMarkup(<CodePicture src="/qr" alt="" isForBlack={false} isDimmed={false} />);
  expect(html).toContain("object-contain");
});
