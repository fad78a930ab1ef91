import { answerFor, answerLoop, answerTooMany, answerUnavailable } from "@/lib/redirect/answer";
import type { Link } from "@/lib/redirect/links";
import { startingPage } from "@/lib/redirect/pages";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

const destination = "https://example.com/page?a=1#b";
const link = (status: Link["status"]): Link => ({ id: "the-link", status, destination });
const visitor: Visitor = {
  method: "GET",
  host: "hop.example",
  ip: "192.0.2.7",
  referer: "https://news.example/",
  userAgent: "Mozilla/5.0",
  purpose: undefined,
  country: null,
};
const target = { key: "abc", isQr: false };
const AT = Date.UTC(2026, 0, 2);

test.each([
  ["active", destination],
  ["paused", "/paused"],
  ["deleted", "/deleted"],
] as const)("a visitor of a link that is %s is sent to %s, this time only", (status, location) => {
  expect(answerFor(link(status))).toEqual({
    status: 302,
    headers: { Location: location, "Cache-Control": "private, no-store" },
    body: "",
  });
});

test("an unknown code is answered with the not-found screen", () => {
  const { status, headers, body } = answerFor(null);
  expect([status, headers["Content-Type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(body).toContain("<h1>404 Page Not Found</h1>");
  expect(body).toContain("Did you forget to add the page to the router?");
});

test("while the database does not answer, an unknown code is asked to come back", () => {
  const { status, headers } = answerUnavailable();
  expect([status, headers["Retry-After"], headers["Cache-Control"]]).toEqual([503, "5", "private, no-store"]);
});

test("who tries too many unknown codes is asked to come back, with a small page that nothing keeps", () => {
  const { status, headers, body } = answerTooMany();
  expect([status, headers["Retry-After"], headers["Cache-Control"]]).toEqual([429, "5", "private, no-store"]);
  expect(body).toContain("<h1>Too many requests</h1>");
});

test("a link that leads back to itself is a page, not a redirect", () => {
  const { status, headers, body } = answerLoop();
  expect([status, headers.Location, headers["Cache-Control"]]).toEqual([404, undefined, "private, no-store"]);
  expect(body).toContain("<h1>This link leads back to itself</h1>");
});

test("the pages of the hot path run no script and fetch nothing", () => {
  const answers = [answerFor(null), answerUnavailable(), answerTooMany(), answerLoop()];
  for (const page of [...answers.map(({ body }) => body), startingPage]) {
    expect(page).not.toMatch(/<script|<link|src=|url\(|@import/i);
  }
});

describe("a click", () => {
  test("is noted with what is known of the visitor", () => {
    const click = clickOf(visitor, target, link("active"), AT);
    expect(click).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      urlId: "the-link",
      at: AT,
      accessMethod: "direct",
      ip: "192.0.2.7",
      referer: "https://news.example/",
      userAgent: "Mozilla/5.0",
      country: null,
      isPrefetch: false,
    });
  });

  test.each([
    ["the QR code", {}, { ...target, isQr: true }, { accessMethod: "qr" }],
    [
      "nobody in particular",
      { ip: null, referer: undefined, userAgent: undefined },
      target,
      { ip: null, referer: null, userAgent: null },
    ],
    ["a prefetch", { purpose: "prefetch" }, target, { isPrefetch: true }],
    ["a prerender", { purpose: "prefetch;prerender" }, target, { isPrefetch: true }],
    [
      "long headers, cut",
      { referer: "r".repeat(5000), userAgent: "u".repeat(5000) },
      target,
      { referer: "r".repeat(1024), userAgent: "u".repeat(512) },
    ],
  ])("by %s says so", (_name, differences, of, noted) => {
    expect(clickOf({ ...visitor, ...differences }, of, link("active"), AT)).toMatchObject(noted);
  });

  test.each([
    ["HEAD", { method: "HEAD" }, link("active")],
    ["a paused link", {}, link("paused")],
    ["a deleted link", {}, link("deleted")],
    ["an unknown code", {}, null],
  ])("is not made of %s", (_name, differences, found) => {
    expect(clickOf({ ...visitor, ...differences }, target, found, AT)).toBeNull();
  });
});
