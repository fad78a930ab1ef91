import { renderToStaticMarkup } from "react-dom/server";
import { RecentClicks } from "@/components/urls/recent-clicks";
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

test("the columns are those of the specification", () => {
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
