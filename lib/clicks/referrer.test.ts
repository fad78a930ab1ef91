import { referrerHostOf, storedReferer } from "@/lib/clicks/referrer";
import { SITES } from "@/lib/clicks/sites";

const own = new Set(["hop.example"]);

test.each([
  ["https://news.example/a?b#c", "news.example"],
  ["https://WWW.News.Example:8443/", "news.example"],
  ["http://news.example./", "news.example"],
  ["https://user:secret@news.example/", "news.example"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://www2.news.example/", "www2.news.example"],
  ["http://192.0.2.7/", "192.0.2.7"],
  ["http://[2001:db8::1]/", "[2001:db8::1]"],
  ["http://intranet/wiki", "intranet"],
  ["https://l.facebook.com/l.php?u=x", "facebook.com"],
  ["https://lm.facebook.com/", "facebook.com"],
  ["https://m.facebook.com/", "facebook.com"],
  ["https://www.facebook.com/", "facebook.com"],
  ["https://t.co/abc", "x.com"],
  ["https://twitter.com/", "x.com"],
  ["https://lnkd.in/abc", "linkedin.com"],
  ["https://out.reddit.com/", "reddit.com"],
  ["https://www.google.co.uk/", "google.com"],
  ["https://www.google.de/", "google.com"],
  ["https://google.com.br/search", "google.com"],
  ["https://docs.google.com/", "docs.google.com"],
  ["https://google.evil.example/", "google.evil.example"],
  ["android-app://com.google.android.gm/", "mail.google.com"],
  ["android-app://com.google.android.googlequicksearchbox/https/www.google.com", "google.com"],
  ["android-app://com.linkedin.android/", "linkedin.com"],
  ["android-app://org.telegram.messenger/", "telegram.org"],
  ["android-app://com.Example.Reader/", "com.example.reader"],
  ["ios-app://com.google.gmail/", "mail.google.com"],
  ["https://hop.example/urls", null],
  ["https://www.hop.example/", null],
  ["https://not-hop.example/", "not-hop.example"],
  ["", null],
  [null, null],
  ["news.example", null],
  ["about:blank", null],
  ["javascript:alert(1)", null],
  ["chrome-extension://abcdef/", null],
  ["https://", null],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example/`, null],
])("%s is from %s", (referer, host) => {
  expect(referrerHostOf(referer, null, own)).toBe(host);
});

test("an in-app browser without a referrer counts as its site; a referrer takes precedence", () => {
  expect(referrerHostOf(null, "instagram.com", own)).toBe("instagram.com");
  expect(referrerHostOf("", "instagram.com", own)).toBe("instagram.com");
  expect(referrerHostOf("https://news.example/", "instagram.com", own)).toBe("news.example");
});

test("names of sites are unambiguous", () => {
  const names = SITES.flatMap(({ host, aliases }) => [host, ...aliases]);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test.each([
  ["https://hop.example/analytics/shared/secret", "https://hop.example/"],
  ["https://www.hop.example:8443/urls?q=secret#secret", "https://www.hop.example:8443/"],
  ["https://user:secret@hop.example/", "https://hop.example/"],
  ["android-app://hop.example/secret", "android-app://hop.example/"],
  ["https://news.example/a?b#c", "https://news.example/a?b#c"],
  ["news.example", "news.example"],
  [null, null],
])("the Referer %s is stored as %s", (referer, stored) => {
  expect(storedReferer(referer, own)).toBe(stored);
});
