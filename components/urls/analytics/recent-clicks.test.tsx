import { renderToStaticMarkup } from "react-dom/server";
import { RecentClicks } from "@/components/urls/analytics/recent-clicks";
import type { UrlClick } from "@/lib/analytics/types";

const click = (n: number, fields: Partial<UrlClick> = {}): UrlClick => ({
  id: String(n),
  timestamp: "2026-11-21T12:00:00Z",
  ipAddress: `192.0.2.${n}`,
  referer: null,
  referrerHost: null,
  userAgent: null,
  accessMethod: "direct",
  deviceType: null,
  os: null,
  browser: null,
  country: null,
  city: null,
  language: null,
  placement: null,
  isBot: false,
  ...fields,
});

const clicks = (count: number) => Array.from({ length: count }, (_, n) => click(n + 1));
const render = (shown: UrlClick[], total: number) =>
  renderToStaticMarkup(<RecentClicks clicks={shown} all={{ total }} />);

test("at most 10 clicks are shown, however many the server sends", () => {
  const html = render(clicks(14), 1234);
  expect(html.match(/192\.0\.2\.\d+/g)).toHaveLength(10);
  expect(html).toContain("Showing 10 of 1,234 clicks");
});

test("10 of 10 clicks show no note", () => {
  expect(render(clicks(10), 10)).not.toContain("Showing");
});

test("the columns match the specification", () => {
  const html = render(clicks(1), 1);
  expect([...html.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, title]) => title)).toEqual([
    "Time",
    "IP",
    "Referrer",
    "User Agent",
  ]);
});

test("a user agent is cut to 60 characters", () => {
  const html = render([click(1, { userAgent: "a".repeat(61) }), click(2, { userAgent: "b".repeat(60) })], 2);
  expect(html).toContain(`>${"a".repeat(60)}…<`);
  expect(html).toContain(`>${"b".repeat(60)}<`);
});

test("without clicks, a message says so", () => {
  expect(render([], 0)).toContain("No clicks yet");
});

test.each<[Partial<UrlClick>, string[]]>([
  [{ country: "AT" }, ["192.0.2.1 Austria", "Direct", "no user agent"]],
  [{ country: "AT", city: "Vienna, AT" }, ["192.0.2.1 Vienna, AT", "Direct", "no user agent"]],
  [{ country: "AT", city: "Other" }, ["192.0.2.1 Austria", "Direct", "no user agent"]],
  [{ ipAddress: null, country: "AT" }, ["unknown Austria", "Direct", "no user agent"]],
  [{ accessMethod: "qr", placement: "menu" }, ["192.0.2.1", "QR code, menu", "no user agent"]],
  [
    { browser: "Safari", os: "iOS", deviceType: "mobile", language: "de" },
    ["192.0.2.1", "Direct", "Safari on iOS, Mobile, German"],
  ],
])("a click with %j shows its source and device", (fields, texts) => {
  const cells = [...render([click(1, fields)], 1).matchAll(/<td.*?<\/td>/gs)].slice(1);
  const shown = cells.map(([cell]) => cell.replace(/<span class="@table:hidden">.*?<\/span>/, ""));
  expect(shown.map((cell) => cell.replace(/(<[^>]*>|[\s–—])+/g, " ").trim())).toEqual(texts);
});
