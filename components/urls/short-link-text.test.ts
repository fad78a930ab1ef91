import { splitDestination, splitRest, splitShortUrl } from "@/components/urls/short-link-text";

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
