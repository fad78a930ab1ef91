import fc from "fast-check";
import { parseTarget } from "@/lib/redirect/target";
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
  ["/abc?qr=10", { key: "abc", isQr: false }],
  ["/abc?qr=0", { key: "abc", isQr: false }],
  ["/abc?noqr=1", { key: "abc", isQr: false }],
  ["/abc?utm_source=mail%20&a=/b?c", { key: "abc", isQr: false }],
  ["/%61b%63", { key: "abc", isQr: false }],
  ["/%41%2D%5f%39?qr=1&x=%61?b", { key: "a-_9", isQr: true }],
])("%s is a visit of a short URL", (target, visit) => {
  expect(parseTarget(target)).toEqual(visit);
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
  "http://hop.example/abc",
  "/abc#qr=1",
])("%j is the application's", (target) => {
  expect(parseTarget(target)).toBeNull();
});

test("any code that may be created leads to itself, as it is or with its letters encoded", () => {
  const code = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_"), minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(code, (typed) => {
      const { success, data: shortCode = "" } = shortCodeSchema.safeParse(typed);
      if (!success) return;
      const key = shortCode.toLowerCase();
      expect(parseTarget(`/${shortCode}`)).toEqual({ key, isQr: false });
      const encoded = [...shortCode].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
      expect(parseTarget(`/${encoded}?qr=1`)).toEqual({ key, isQr: true });
    }),
  );
});
