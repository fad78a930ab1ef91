import fc from "fast-check";
import type { Link } from "@/lib/redirect/links";
import { requestHead } from "@/lib/redirect/testing/request-head";
import { languageOf, matchShortUrl, type RequestHead, readVisit, toClick } from "@/lib/redirect/visit";
import { shortCodeSchema } from "@/lib/urls/schema";

test.each([
  ["/abc", { key: "abc", isQr: false }],
  ["/AbC-1_2", { key: "abc-1_2", isQr: false }],
  ["/abc/", { key: "abc", isQr: false }],
  ["/a", { key: "a", isQr: false }],
  [`/${"a".repeat(64)}`, { key: "a".repeat(64), isQr: false }],
  ["/abc?qr=1", { key: "abc", isQr: true }],
  ["/abc/?qr=1", { key: "abc", isQr: true }],
  ["/abc?x=2&qr=1&y", { key: "abc", isQr: true }],
  ["/abc?", { key: "abc", isQr: false }],
  ["/abc?qr=10", { key: "abc", isQr: true, placement: "10" }],
  ["/abc?qr=poster-hall-3", { key: "abc", isQr: true, placement: "poster-hall-3" }],
  ["/abc?x=2&qr=menu&y", { key: "abc", isQr: true, placement: "menu" }],
  [`/abc?qr=${"a".repeat(32)}`, { key: "abc", isQr: true, placement: "a".repeat(32) }],
  [`/abc?qr=${"a".repeat(33)}`, { key: "abc", isQr: false }],
  ["/abc?qr=Menu", { key: "abc", isQr: false }],
  ["/abc?qr=a", { key: "abc", isQr: false }],
  ["/abc?qr=", { key: "abc", isQr: false }],
  ["/abc?qr=me%6eu", { key: "abc", isQr: false }],
  ["/abc?qr=menu%22", { key: "abc", isQr: false }],
  ["/abc?r=qr", { key: "abc", isQr: true }],
  ["/abc?x&r=qr&y", { key: "abc", isQr: true }],
  ["/abc?r=qrs", { key: "abc", isQr: false }],
  ["/abc?r=q", { key: "abc", isQr: false }],
  ["/abc?or=qr", { key: "abc", isQr: false }],
  ["/abc?qr=0", { key: "abc", isQr: false }],
  ["/abc?noqr=1", { key: "abc", isQr: false }],
  ["/abc?utm_source=mail%20&a=/b?c", { key: "abc", isQr: false }],
  ["/%61b%63", { key: "abc", isQr: false }],
  ["/%41%2D%5f%39?qr=1&x=%61?b", { key: "a-_9", isQr: true }],
  ["/abc?qr=1?utm_source=x", { key: "abc", isQr: true }],
  ["/abc?qr=menu?utm_source=x", { key: "abc", isQr: true, placement: "menu" }],
  ["/abc&utm_source=x", { key: "abc", isQr: false }],
  ["/abc&qr=menu&utm_source=x", { key: "abc", isQr: true, placement: "menu" }],
  ["/abc%3Futm_source=x", { key: "abc", isQr: false }],
  ["/%61bc%3fqr=1?x", { key: "abc", isQr: true }],
  ["/abc%3Fqr%3Dmenu%26utm_source%3Dx", { key: "abc", isQr: true, placement: "menu" }],
  ["/abc.", { key: "abc", isQr: false }],
  ["/abc.?qr=1", { key: "abc", isQr: true }],
  ["/abc./?qr=1", { key: "abc", isQr: true }],
  ["/abc.?format=svg", { key: "abc", isQr: false }],
])("%s is a visit to a short URL", (target, visit) => {
  expect(matchShortUrl(target)).toEqual({ placement: null, ...visit });
});

const ENDINGS =
  ", ; : ! ' ) ] > } * ... ), **. %22 %20 %27. %29 %3e %3E%22 %0a %0D%0A %2F %5D %7d %C2%A0 %E2%80%8B %e2%80%99 %E2%80%9D. %E2%80%A6 %E3%80%82";

test.each(ENDINGS.split(" "))("%j after a short URL in a text is not a part of it", (ending) => {
  expect(matchShortUrl(`/AbC${ending}`)).toEqual({ key: "abc", isQr: false, placement: null });
  expect(matchShortUrl(`/urls${ending}`)).toBeNull();
});

test.each<[string, string, string]>([
  ["\u200b", "Ab-c", ""],
  ["\u2066", "Ab-c", "\u2069"],
  ["\u200b\u2066", "Ab-c", "\u2069.\u200b"],
  ["", "Ab\u2010c", ""],
  ["", "Ab\u2011c", ""],
  ["\ufeff\u200e\u202a\u2060", "Ab-c", "\u200c\u202d\u2066"],
  ["", "Ab-c", "\u2013"],
  ["", "Ab\u2013c", "\u201d"],
  ...[..."\u202c\u2069\u2060\u200d\u00ad\u3000？！؟،"].map((ending): [string, string, string] => ["", "Ab-c", ending]),
])("a program writes %j, %j, %j around or for a code", (before, code, after) => {
  const target = `/${encodeURIComponent(before + code + after)}`;
  expect(matchShortUrl(target)).toEqual({ key: "ab-c", isQr: false, placement: null });
  expect(matchShortUrl(`${target.toLowerCase()}/?qr=menu`)).toEqual({ key: "ab-c", isQr: true, placement: "menu" });
  expect(matchShortUrl(`/${encodeURIComponent(`${before}urls${after}`)}/x`)).toBeNull();
});

test.each([
  "/",
  "",
  "*",
  "abc",
  "//abc",
  "/abc//",
  "/abc/def",
  "/urls",
  "/URLs/",
  "/api?x=1",
  "/_next/static/x.js",
  "/favicon.ico",
  "/a.b",
  "/abc.qr",
  "/abc.qr.",
  "/robots.txt",
  "/.",
  "/..",
  "/.abc",
  "/%20",
  "/%E2%80%8B",
  "/%E2%80%8Burls",
  "/%E2%80%94abc",
  "/abc%E2%80%94def",
  "/&x",
  "/abc.//",
  "/abc.&x",
  "/abc./def",
  "/abc%20def",
  "/abc%22/def?x",
  "/caf%C3%A9",
  "/abc%E2%80",
  "/abc\u200b",
  "/urls&x=1",
  "/%61pi%3Fx",
  "/abc.#x",
  "/%75rls",
  "/%61pi",
  "/a%2E",
  "/%5B",
  "/%60",
  "/%4",
  "/a%2fb",
  "/ä",
  "/a b",
  `/${"a".repeat(65)}`,
  `/${"a".repeat(65)}.`,
  "http://hop.example/abc",
  "/abc#qr=1",
])("%j is the application's", (target) => {
  expect(matchShortUrl(target)).toBeNull();
});

test("any code that may be created is recognised, as it is or with its letters encoded", () => {
  const code = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_"), minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(code, (typed) => {
      const { success, data: shortCode = "" } = shortCodeSchema.safeParse(typed);
      if (!success) return;
      const key = shortCode.toLowerCase();
      expect(matchShortUrl(`/${shortCode}`)).toEqual({ key, isQr: false, placement: null });
      const encoded = [...shortCode].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
      expect(matchShortUrl(`/${encoded}?qr=1`)).toEqual({ key, isQr: true, placement: null });
    }),
  );
});

test.each([
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["EN-us", "en"],
  ["gsw, de", "gsw"],
  ["fr;q=0.7", "fr"],
  ["pt\t,en", "pt"],
  ["*", null],
  ["i-klingon", null],
  ["x-de", null],
  ["d", null],
  ["deutsch", null],
  ["de_AT", null],
  ["de\u00e9", null],
  [" de", null],
  ['de"', null],
  ["", null],
  [undefined, null],
])("the language of %j is %j", (acceptLanguage, language) => {
  expect(languageOf(acceptLanguage)).toBe(language);
});

test("whatever a visitor sends, a language is two or three letters", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."deXY-,;q= *") }));
  fc.assert(fc.property(text, (sent) => expect(languageOf(sent) ?? "none").toMatch(/^[a-z]{2,3}$|^none$/)));
});

describe("a click", () => {
  const AT = Date.UTC(2026, 0, 2);
  const link = (status: Link["status"]): Link => ({ id: "the-link", status, destination: "https://example.com/" });
  const clickOf = (head: Partial<RequestHead>, found: Link | null, ip: string | null = "192.0.2.7") => {
    const visit = readVisit(requestHead(head), { ip, country: null, language: "de" });
    return visit && toClick(visit, found, AT);
  };

  test("holds what is known about the visitor", () => {
    const head = { referer: "https://news.example/", userAgent: "Mozilla/5.0", target: "/AbC" };
    expect(clickOf(head, link("active"))).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      urlId: "the-link",
      at: AT,
      accessMethod: "direct",
      ip: "192.0.2.7",
      referer: "https://news.example/",
      userAgent: "Mozilla/5.0",
      country: null,
      language: "de",
      placement: null,
      isPrefetch: false,
    });
  });

  test.each<[string, Partial<RequestHead>, object]>([
    ["a scan", { target: "/abc?qr=1" }, { accessMethod: "qr" }],
    ["a scan at a placement", { target: "/abc?qr=menu" }, { accessMethod: "qr", placement: "menu" }],
    ["a scan of a code printed by Bitly", { target: "/abc?r=qr" }, { accessMethod: "qr", placement: null }],
    ["missing headers", { referer: undefined, userAgent: undefined }, { referer: null, userAgent: null }],
    ["a prefetch", { isPrefetch: true }, { isPrefetch: true }],
    [
      "long headers, truncated",
      { referer: "r".repeat(5000), userAgent: "u".repeat(5000) },
      { referer: "r".repeat(1024), userAgent: "u".repeat(512) },
    ],
  ])("records %s", (_name, head, recorded) => {
    expect(clickOf(head, link("active"))).toMatchObject(recorded);
  });

  test("has no address when the socket has closed", () => {
    expect(clickOf({}, link("active"), null)).toMatchObject({ ip: null });
  });

  test.each<[string, Partial<RequestHead>, Link | null]>([
    ["HEAD", { method: "HEAD" }, link("active")],
    ["a paused link", {}, link("paused")],
    ["a deleted link", {}, link("deleted")],
    ["an unknown code", {}, null],
  ])("is not recorded for %s", (_name, head, found) => {
    expect(clickOf(head, found)).toBeNull();
  });
});
