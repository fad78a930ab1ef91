import { renderToStaticMarkup } from "react-dom/server";
import { AppConfigProvider } from "@/components/data/app-config";
import { Destination, LastClick } from "@/components/urls/url-cells";
import { toSearchWords } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

test("a destination whose match is far to the right keeps its whole address as its name", () => {
  const rest = `/${"p".repeat(60)}/spring`;
  const url = { originalUrl: `https://example.com${rest}`, faviconUrl: null, createdByName: null } as ListedUrl;
  const html = renderToStaticMarkup(<Destination url={url} words={toSearchWords("spring", "https://hop.example")} />);
  expect(html).toContain(`aria-label="https://example.com${rest}"`);
});

test("the day of the last click names its time zone, since times are in the viewer's", () => {
  const config = { brand: "Hop", baseUrl: "https://hop.example", favicons: true, hasMailServer: true };
  const html = renderToStaticMarkup(
    <AppConfigProvider config={{ ...config, timeZone: "Europe/Istanbul" }}>
      <LastClick day="2026-11-21" />
    </AppConfigProvider>,
  );
  expect(html).toContain('title="Day in Europe/Istanbul"');
  expect(html).toContain("Nov 21, 2026");
});
