import { renderToStaticMarkup } from "react-dom/server";
import { Destination } from "@/components/urls/list/url-cells";
import { toSearchWords } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

test("a destination whose match is far to the right keeps its whole address as its name", () => {
  const rest = `/${"p".repeat(60)}/spring`;
  const url = { originalUrl: `https://example.com${rest}`, faviconUrl: null, createdByName: null } as ListedUrl;
  const html = renderToStaticMarkup(<Destination url={url} words={toSearchWords("spring", "https://hop.example")} />);
  expect(html).toContain(`aria-label="https://example.com${rest}"`);
});
