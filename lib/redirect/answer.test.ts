import { answerFor, LOOP, TOO_MANY, UNAVAILABLE } from "@/lib/redirect/answer";
import type { Link } from "@/lib/redirect/links";

const destination = "https://example.com/page?a=1#b";
const link = (status: Link["status"]): Link => ({ id: "the-link", status, destination });

test.each([
  ["active", destination],
  ["paused", "/paused"],
  ["deleted", "/deleted"],
] as const)("a visitor to a link that is %s is redirected to %s temporarily", (status, location) => {
  expect(answerFor(link(status))).toEqual({
    status: 302,
    headers: { Location: location, "Cache-Control": "private, no-store" },
    body: "",
  });
});

test("an unknown code gets the not-found page", () => {
  const { status, headers, body } = answerFor(null);
  expect([status, headers["Content-Type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(body).toContain("<h1>404 Page Not Found</h1>");
  expect(body).toContain("Did you forget to add the page to the router?");
});

test("while the database is down, an uncached code gets 503 with Retry-After", () => {
  const { status, headers } = UNAVAILABLE;
  expect([status, headers["Retry-After"], headers["Cache-Control"]]).toEqual([503, "5", "private, no-store"]);
});

test("too many unknown codes get 429 with Retry-After, uncached", () => {
  const { status, headers, body } = TOO_MANY;
  expect([status, headers["Retry-After"], headers["Cache-Control"]]).toEqual([429, "5", "private, no-store"]);
  expect(body).toContain("<h1>Too many requests</h1>");
});

test("a link that leads back to itself gets a page, not a redirect", () => {
  const { status, headers, body } = LOOP;
  expect([status, headers.Location, headers["Cache-Control"]]).toEqual([404, undefined, "private, no-store"]);
  expect(body).toContain("<h1>This link leads back to itself</h1>");
});

test("pages run no script and load nothing", () => {
  for (const { body } of [answerFor(null), UNAVAILABLE, TOO_MANY, LOOP]) {
    expect(body).not.toMatch(/<script|<link|src=|url\(|@import/i);
  }
});
