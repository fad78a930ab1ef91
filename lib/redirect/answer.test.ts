import { answerFor, answerUnavailable } from "@/lib/redirect/answer";
import type { Link } from "@/lib/redirect/links";
import { startingPage } from "@/lib/redirect/pages";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

const destination = "https://example.com/page?a=1#b";
const link = (status: Link["status"]): Link => ({ id: "the-link", status, destination });
const visitor: Visitor = {
  method: "GET",
  ip: "192.0.2.7",
  referer: "https://news.example/",
  userAgent: "Mozilla/5.0",
  purpose: undefined,
  country: null,
};
const target = { key: "abc", isQr: false };

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

test("the pages of the hot path run no script and fetch nothing", () => {
  for (const page of [answerFor(null).body, answerUnavailable().body, startingPage]) {
    expect(page).not.toMatch(/<script|<link|src=|url\(|@import/i);
  }
});

describe("a click", () => {
  test("is noted with what is known of the visitor", () => {
    const before = Date.now();
    const click = clickOf(visitor, target, link("active"));
    expect(click).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      urlId: "the-link",
      at: expect.any(Number),
      accessMethod: "direct",
      ip: "192.0.2.7",
      referer: "https://news.example/",
      userAgent: "Mozilla/5.0",
      country: null,
      isPrefetch: false,
    });
    expect(click?.at).toBeGreaterThanOrEqual(before);
    expect(click?.at).toBeLessThanOrEqual(Date.now());
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
    expect(clickOf({ ...visitor, ...differences }, of, link("active"))).toMatchObject(noted);
  });

  test.each([
    ["HEAD", { method: "HEAD" }, link("active")],
    ["a paused link", {}, link("paused")],
    ["a deleted link", {}, link("deleted")],
    ["an unknown code", {}, null],
  ])("is not made of %s", (_name, differences, found) => {
    expect(clickOf({ ...visitor, ...differences }, target, found)).toBeNull();
  });
});
