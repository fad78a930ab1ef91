import { readableUrl, splitDestination, splitRest, splitShortUrl } from "@/components/urls/short-link-text";
import { canonicalUrl, originalUrlSchema } from "@/lib/urls/schema";

test.each([
  ["https://hop.example/Sale", { prefix: "hop.example/", code: "Sale" }],
  ["http://localhost:3000/a_b-c", { prefix: "localhost:3000/", code: "a_b-c" }],
])("the parts of %s", (shortUrl, parts) => {
  expect(splitShortUrl(shortUrl)).toEqual(parts);
});

test.each([
  ["https://example.com/", { host: "example.com", rest: "" }],
  ["https://example.com", { host: "example.com", rest: "" }],
  ["https://example.com/a?b#c", { host: "example.com", rest: "/a?b#c" }],
  ["https://example.com?b=/", { host: "example.com", rest: "?b=/" }],
  ["https://example.com/K%C3%B6ln", { host: "example.com", rest: "/Köln" }],
])("the parts of the destination %s", (url, parts) => {
  expect(splitDestination(url)).toEqual(parts);
});

test.each([
  ["", { middle: "", end: "" }],
  ["/shop/spring", { middle: "", end: "/shop/spring" }],
  ["/shop/campaigns/2026/spring/landing", { middle: "/shop/campaigns", end: "/2026/spring/landing" }],
  ["/search?campaign=spring&source=mail", { middle: "/search?campaign=spring", end: "&source=mail" }],
  [`/${"a".repeat(40)}/`, { middle: `/${"a".repeat(17)}`, end: `${"a".repeat(23)}/` }],
])("the end of %s is kept", (rest, parts) => {
  expect(splitRest(rest)).toEqual(parts);
});

test.each([
  ["German", "https://example.com/Stra%C3%9Fe?q=K%c3%b6ln", "https://example.com/Straße?q=Köln"],
  ["Hebrew", "https://example.com/%D7%A9%D7%9C%D7%95%D7%9D", "https://example.com/שלום\u200e"],
  ["Japanese, and a full-width digit", "https://example.com/%E6%9D%B1%E4%BA%AC%EF%BC%91", "https://example.com/東京１"],
  ["a letter with a combining mark", "https://example.com/%D0%B8%CC%86", "https://example.com/и\u0306"],
])("letters of all scripts are readable: %s", (_, url, text) => {
  expect(readableUrl(url)).toBe(text);
});

test.each([
  ["ASCII", "https://example.com/%2F%3F%20%61"],
  ["spaces", "https://example.com/%C2%A0%E3%80%80"],
  ["a right-to-left override", "https://example.com/%E2%80%AEgnp"],
  ["a slash of another script", "https://example.com/%E2%88%95"],
  ["an invisible letter", "https://example.com/%E3%85%A4"],
  ["an invisible mark", "https://example.com/%CD%8F"],
  ["a combining mark without a letter", "https://example.com/%CC%B8"],
  ["an emoji", "https://example.com/%F0%9F%8D%95"],
  ["a letter beyond the basic plane", "https://example.com/%F0%A0%80%80"],
  ["Latin-1", "https://example.com/K%F6ln"],
  ["a truncated sequence", "https://example.com/%D7"],
])("%s stays encoded", (_, url) => {
  expect(readableUrl(url)).toBe(url);
});

test("characters that stay encoded keep their neighbours readable", () => {
  expect(readableUrl("https://example.com/K%C3%B6ln%E2%80%94%C3%9Cber")).toBe("https://example.com/Köln%E2%80%94Über");
});

test("a destination copied from a screen can be pasted into a form", () => {
  const url = "https://example.com/%D7%90/5";
  expect(canonicalUrl(originalUrlSchema.parse(readableUrl(url)))).toBe(url);
});
