import { storedDestination } from "@/lib/urls/destination";
import { OWN_HOST_FORBIDDEN } from "@/lib/urls/schema";

test.each([
  ["https://hop.example", "https://hop.example/abc"],
  ["https://hop.example", "http://hop.example/abc"],
  ["https://hop.example", "https://hop.example:8443/abc"],
  ["https://hop.example:8443", "https://hop.example/abc"],
  ["https://hop.example:8443", "http://hop.example:3000/"],
  ["https://hop.example", "https://HOP.example./abc"],
  ["https://hop.example.", "https://hop.example:1/abc"],
  ["https://höp.example", "https://xn--hp-fka.example/abc"],
  ["http://192.0.2.1:3000", "http://192.0.2.1:8080/"],
  ["http://192.0.2.1:3000", "http://192.0.513/"],
  ["http://localhost:3000", "http://localhost.:9999/"],
])("with the base URL %s, a link cannot point to %s", (baseUrl, destination) => {
  expect(() => storedDestination(destination, baseUrl)).toThrow(OWN_HOST_FORBIDDEN);
});

test.each([
  ["https://hop.example", "https://www.hop.example/abc"],
  ["https://hop.example", "https://example/abc.hop.example"],
  ["https://www.hop.example", "https://hop.example/abc"],
  ["http://192.0.2.1:3000", "http://192.0.2.11:3000/"],
  ["http://localhost:3000", "http://127.0.0.1:9999/"],
])("with the base URL %s, a link can point to %s", (baseUrl, destination) => {
  expect(storedDestination(destination, baseUrl)).toBe(destination);
});
