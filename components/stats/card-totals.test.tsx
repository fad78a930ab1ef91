import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { BreakdownCard, FIRST_VALUES } from "@/components/stats/breakdown-card";
import { DEFAULT_VIEW } from "@/components/stats/stats-address";
import { statsTopUrlsQuery, TOP_URLS } from "@/components/stats/stats-queries";
import { TopLinksCard } from "@/components/stats/top-links-card";
import { type PeriodTopUrls, TOP_URLS_MAX } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

/** The clicks of each row, as shown. */
function rowsIn(html: string): number[] {
  return [...html.matchAll(/<li>.*?text-ink tabular-nums">([\d,]+)<.*?<\/li>/gs)].map(([, clicks = ""]) =>
    Number(clicks.replace(",", "")),
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

const CITIES = Array.from({ length: 20 }, (_, index) => ({ name: `City ${index}`, clicks: 200 - index }));

test.each([
  ["as many values as fit", CITIES.slice(0, FIRST_VALUES), 0, FIRST_VALUES, false],
  ["more values than fit", CITIES, 0, FIRST_VALUES + 1, true],
  ["values that the server left out", CITIES.slice(0, 3), 5_000, 4, false],
  ["both", CITIES, 5_000, FIRST_VALUES + 1, true],
  ["only values that the server left out", [], 5_000, 1, false],
])("a breakdown with %s adds up to the total", (_, named, rest, rows, hasMore) => {
  const values = rest > 0 ? [{ name: "Other", clicks: rest }, ...named] : named;
  const total = sum(values.map(({ clicks }) => clicks));
  const html = renderToStaticMarkup(
    <BreakdownCard by="city" values={values} total={total} filters={[]} onFilter={() => undefined} />,
  );
  expect(rowsIn(html)).toHaveLength(rows);
  expect(sum(rowsIn(html))).toBe(total);
  expect(html.match(/>Other</g) ?? []).toHaveLength(rows > named.slice(0, FIRST_VALUES).length ? 1 : 0);
  expect(html.includes(`View all ${named.length}`)).toBe(hasMore);
});

test("a value named other is not the rest", () => {
  const values = [
    { name: "Other", clicks: 60 },
    { name: "other", clicks: 20 },
  ];
  const html = renderToStaticMarkup(
    <BreakdownCard by="referrer" values={values} total={81} filters={[]} onFilter={undefined} />,
  );
  expect(rowsIn(html)).toEqual([20, 61]);
  expect(html).toContain('italic">Other<');
});

const toTop = (count: number, more: number): PeriodTopUrls => {
  const urls = Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-7000-8000-00000000000${index}`,
    shortCode: `code-${index}`,
    originalUrl: "https://example.com/",
    status: "active" as const,
    clickCount: 50 - index,
    shortUrl: `http://localhost/code-${index}`,
    createdAt: "2026-01-01T00:00:00.000Z",
  }));
  return { totalClicks: sum(urls.map(({ clickCount }) => clickCount)) + more, urls };
};

test.each([
  ["fewer links than fit", toTop(3, 0), 3, false],
  ["more links than fit", toTop(TOP_URLS, 7), TOP_URLS + 1, true],
])("a card with %s adds up to the total", (_, top, rows, hasMore) => {
  const client = new QueryClient();
  const { range } = DEFAULT_VIEW;
  const query = (limit: number) => statsTopUrlsQuery(paths.api.statsTopUrls, range, limit);
  client.setQueryData(query(TOP_URLS).queryKey, top);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TopLinksCard range={range} query={query} first={TOP_URLS} max={TOP_URLS_MAX} />
    </QueryClientProvider>,
  );
  expect(rowsIn(html)).toHaveLength(rows);
  expect(sum(rowsIn(html))).toBe(top.totalClicks);
  expect(html.includes("View all: Top Links")).toBe(hasMore);
});
