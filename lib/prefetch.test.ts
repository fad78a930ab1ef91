import { isPrefetch } from "@/lib/prefetch";

test.each<[headers: Record<string, string | string[]>, expected: boolean]>([
  [{ "sec-purpose": "prefetch" }, true],
  [{ "sec-purpose": "prefetch;prerender" }, true],
  [{ "sec-purpose": "prefetch;anonymous-client-ip" }, true],
  [{ purpose: "prefetch" }, true],
  [{ purpose: "Prefetch" }, true],
  [{ purpose: "prefetch", "sec-purpose": "prefetch" }, true],
  [{ "x-moz": "prefetch" }, true],
  [{ "x-moz": ["other", "prefetch"] }, true],
  [{ "x-purpose": "preview" }, true],
  [{ "sec-purpose": "" }, false],
  [{ purpose: "navigate", "x-moz": "other" }, false],
  [{ "user-agent": "prefetch" }, false],
  [{}, false],
])("%j is a prefetch: %p", (headers, expected) => {
  expect(isPrefetch((name) => headers[name])).toBe(expected);
});
