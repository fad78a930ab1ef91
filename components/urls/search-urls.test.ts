import { searchUrls } from "@/components/urls/search-urls";
import type { ShortUrl } from "@/lib/urls/types";

function link(shortCode: string, originalUrl: string): ShortUrl {
  return {
    id: shortCode,
    shortCode,
    shortUrl: `https://hop.example/${shortCode}`,
    originalUrl,
    status: "active",
    clickCount: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdById: "u",
    groupId: null,
    faviconUrl: null,
    qrCodeUrl: null,
  };
}

const LINKS = [link("Sale", "https://shop.example/spring"), link("docs2", "https://Docs.example/Guide")];

test.each([
  ["", ["Sale", "docs2"]],
  ["  ", ["Sale", "docs2"]],
  ["sale", ["Sale"]],
  ["GUIDE", ["docs2"]],
  [" spring ", ["Sale"]],
  ["example", ["Sale", "docs2"]],
  ["hop.example/sale", []],
])("a search for '%s' finds %j", (text, codes) => {
  expect(searchUrls(LINKS, text).map((url) => url.shortCode)).toEqual(codes);
});
