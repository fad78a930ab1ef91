import { renderToStaticMarkup } from "react-dom/server";
import { CodeList } from "@/components/qr-codes/code-list";
import type { QrCode } from "@/lib/qr/types";

const codes = Array.from(
  { length: 60 },
  (_, index) =>
    ({
      id: `${index}`,
      shortCode: `menu-${index}`,
      shortUrl: "",
      originalUrl: "https://a.example/",
      scans30d: 0,
    }) as Partial<QrCode> as QrCode,
);

test.each([
  [60, "60"],
  [177, "177"],
  [null, "-1"],
])("a code has its position in the whole list, loaded or not: %p", (count, size) => {
  const no = () => undefined;
  const html = renderToStaticMarkup(
    <CodeList
      codes={codes}
      count={count}
      context={{
        words: [],
        onOpen: no,
        permissions: { canEdit: () => false, canDelete: () => false },
        groupNames: new Map(),
      }}
      selection={{
        ids: new Set(),
        all: false,
        refusal: null,
        onSelectAll: no,
        row: { refusal: () => null, label: () => "", onSelect: no },
      }}
    />,
  );
  expect(html.match(/<li /g)?.length).toBeLessThan(60);
  expect(html).toContain(`aria-posinset="2" aria-setsize="${size}"`);
});
