import { renderToStaticMarkup } from "react-dom/server";
import type { PaletteEntry } from "@/components/palette/palette-entries";
import { PaletteOption } from "@/components/palette/palette-option";
import { toPeopleWords, toSearchWords } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";
import type { User } from "@/lib/users/types";

/** The highlighted texts of an option for a search. */
function marked(entry: PaletteEntry, text: string): string[] {
  const words = { urls: toSearchWords(text, "https://hop.example"), people: toPeopleWords(text) };
  const html = renderToStaticMarkup(
    <PaletteOption id="o" entry={entry} words={words} isActive={false} onPoint={() => {}} onChoose={() => {}} />,
  );
  return [...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, found = ""]) => found);
}

const link = (originalUrl: string): PaletteEntry => ({
  id: "u",
  kind: "url",
  url: { shortCode: "SpringSale", originalUrl, status: "active", faviconUrl: null } as ListedUrl,
});
const ann = { firstName: "Ann", lastName: "Lee", email: "lee@north.example", status: "active" } as User;
const person: PaletteEntry = { id: "p", kind: "person", person: ann, href: "/users" };

test.each([
  ["a code and a destination", link("https://shop.example/sale"), "sale", ["Sale", "sale"]],
  ["a pasted short URL", link("https://shop.example/sale"), "https://hop.example/springsale", ["SpringSale"]],
  ["each word", link("https://shop.example/sale?x=1"), "spring shop", ["Spring", "shop"]],
  ["a destination's end, which would be cut off", link(`https://shop.example/${"p".repeat(90)}/end`), "/end", ["/end"]],
  ["a name and an address", person, "LEE ann", ["Ann", "Lee", "lee"]],
  [
    "a page, whose words are not marked",
    { id: "x", kind: "page", label: "Sale", icon: () => null, href: "/" },
    "sale",
    [],
  ],
] as [string, PaletteEntry, string, string[]][])("marks %s", (_what, entry, text, expected) => {
  expect(marked(entry, text)).toEqual(expected);
});
