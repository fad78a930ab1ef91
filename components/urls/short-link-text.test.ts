import { splitDestination, splitShortUrl } from "@/components/urls/short-link-text";

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
