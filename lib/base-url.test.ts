import { parseBaseUrl, usableBaseUrl } from "@/lib/base-url";

test.each([
  ["https://hop.example", "https://hop.example"],
  ["https://hop.example///", "https://hop.example"],
  ["HTTPS://Hop.Example:443/", "https://hop.example"],
  ["http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080"],
  ["http://localhost:3000", "http://localhost:3000"],
])("%s is stored as %s", (text, value) => {
  expect(parseBaseUrl(text)).toEqual({ value });
  expect(usableBaseUrl(text)).toBe(value);
});

test.each([
  ["https://hop.example/links", "a path is not allowed"],
  ["https://hop.example//links/", "a path is not allowed"],
  ["https://hop.example/?x=1", "a query is not allowed"],
  ["https://hop.example?", "a query is not allowed"],
  ["https://hop.example/links?x#top", "a fragment is not allowed"],
  ["https://hop.example#", "a fragment is not allowed"],
  ["https://user@hop.example/links", "a user name or password is not allowed"],
])("%s is rejected with a reason; if already stored, its path is ignored", (text, reason) => {
  expect(parseBaseUrl(text)).toEqual({ reason });
  expect(usableBaseUrl(text)).toBe("https://hop.example");
});

test.each([
  "",
  "hop.example",
  "ftp://hop.example",
  "https://",
  "https://hop..example",
  "https://hop.example\n/",
  "null",
])("%j has no usable part", (text) => {
  expect(parseBaseUrl(text)).toEqual({ reason: null });
  expect(usableBaseUrl(text)).toBeUndefined();
});
