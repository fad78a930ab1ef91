import { localLinksText } from "@/components/settings/local-links-text";

const WARNING = "Links start with http://localhost:3000, which works only on the server's own machine.";

test.each([
  ["http://localhost:3000", "192.168.1.20", WARNING],
  ["http://localhost:3000", "hop.example", WARNING],
  ["http://localhost:3000", "localhost", null],
  ["http://localhost:3000", "127.0.0.1", null],
  ["http://localhost:3000", "[::1]", null],
  ["http://127.0.0.1:3000", "hop.example", WARNING.replace("localhost", "127.0.0.1")],
  ["http://[::1]:3000", "hop.example", WARNING.replace("localhost", "[::1]")],
  ["https://hop.example", "192.168.1.20", null],
  ["https://localhost.example", "hop.example", null],
])("links to %s, on a page of %s: %s", (baseUrl, pageHost, expected) => {
  expect(localLinksText(baseUrl, pageHost)).toBe(expected);
});
