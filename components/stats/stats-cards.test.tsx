import { renderToStaticMarkup } from "react-dom/server";
import { StatsCards } from "@/components/stats/stats-cards";
import type { StatFilter, Stats } from "@/lib/stats/types";

const BREAKDOWNS = {
  referrer: [{ name: "news.example", clicks: 2 }],
  country: [
    { name: "DE", clicks: 1 },
    { name: "AT", clicks: 1 },
  ],
  device: [{ name: "mobile", clicks: 2 }],
  browser: [{ name: "Firefox", clicks: 2 }],
  hour: [{ name: "09", clicks: 2 }],
};

/** The values that can be pressed. */
function buttonsWith(filters: StatFilter[]): string[] {
  const stats = { clicks: 2, timeZone: "UTC", breakdowns: BREAKDOWNS } as Partial<Stats> as Stats;
  const html = renderToStaticMarkup(<StatsCards stats={stats} filters={filters} onFilter={() => undefined} />);
  return [...html.matchAll(/<button[^>]*aria-pressed[^>]*>.*?<\/button>/gs)].map(
    ([button]) => /(?:aria-label|title)="([^"]+)"/.exec(button)?.[1] ?? "",
  );
}

const THREE: StatFilter[] = [
  { by: "country", value: "DE" },
  { by: "device", value: "mobile" },
  { by: "os", value: "iOS" },
];

test("at the limit of filters, only values that replace or remove one can be pressed", () => {
  const hour = "09:00 to 09:59, 2 clicks";
  const all = ["Germany", "Austria", "news.example", "Mobile", "Firefox", hour];
  expect(buttonsWith([])).toEqual(all);
  expect(buttonsWith(THREE.slice(1))).toEqual(all);
  expect(buttonsWith(THREE)).toEqual(["Germany", "Austria", "Mobile"]);
  expect(buttonsWith([...THREE.slice(1), { by: "hour", value: "09" }])).toEqual(["Mobile", hour]);
});

test("the map, which screen readers skip, leads to the list of countries", () => {
  const stats = { clicks: 2, timeZone: "UTC", breakdowns: BREAKDOWNS } as Partial<Stats> as Stats;
  const html = renderToStaticMarkup(<StatsCards stats={stats} filters={[]} onFilter={undefined} />);
  expect(html).toContain('<p class="sr-only">Map. The list “Countries” has the same numbers.</p>');
});

test("placements are shares of the scans, and the rest of these has none", () => {
  const placement = [
    { name: "menu", clicks: 3 },
    { name: "Unknown", clicks: 1 },
  ];
  const stats = { clicks: 10, scans: 4, timeZone: "UTC", breakdowns: { placement } } as Partial<Stats> as Stats;
  const html = renderToStaticMarkup(<StatsCards stats={stats} filters={[]} onFilter={undefined} />);
  expect(html.replace(/<[^>]+>/g, " ")).toMatch(/menu\s+3\s+75\.0%\s+No placement\s+1\s+25\.0%\s*$/);
});
