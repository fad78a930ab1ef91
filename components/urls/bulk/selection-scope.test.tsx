import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { AppConfigProvider } from "@/components/data/app-config";
import { type ListPage, onePage } from "@/components/data/list-queries";
import { createClient } from "@/components/data/query-provider";
import { SelectionScope, type SelectionScopeProps } from "@/components/urls/bulk/selection-scope";
import { toUrlSearch } from "@/components/urls/list/url-address";
import { NO_FILTERS } from "@/components/urls/list/url-filters";
import { NEWEST_FIRST } from "@/components/urls/list/url-sort";
import { useUrlList } from "@/components/urls/list/use-url-list";
import { URLS, urlSearchQuery, urlsQuery } from "@/components/urls/url-queries";
import { BULK_MAX_URLS, type ListedUrl } from "@/lib/urls/types";

const page = (total: number, next: string | null): ListPage<ListedUrl> => ({
  items: [],
  total,
  hasMoreThanTotal: false,
  next,
});
const spring = { ...NO_FILTERS, text: "spring" };

function render(element: React.ReactNode, client = new QueryClient()): string {
  return renderToStaticMarkup(
    <AppConfigProvider
      config={{ brand: "Hop", baseUrl: "https://hop.example", timeZone: "UTC", favicons: true, hasMailServer: true }}
    >
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </AppConfigProvider>,
  );
}

test.each<[Partial<SelectionScopeProps>, string]>([
  [{ hasAllMatching: true }, "3 URLs selected: all that match"],
  [{ hasAllMatching: false }, "3 URLs selected: all rows shown"],
  [{ matching: { total: 9 } }, "3 URLs selected: all rows shown Select all 9 that match"],
  [{ matching: { total: 9 }, isAllShown: false }, "3 URLs selected Select all shown"],
  [{ matching: { total: 9000 }, selected: BULK_MAX_URLS }, "5,000 URLs selected: the first 5,000 that match"],
])("%j: %s", (props, text) => {
  const shown = { selected: 3, isAllShown: true, hasAllMatching: false, matching: undefined, ...props };
  const html = render(
    <SelectionScope {...shown} onSelectShown={() => undefined} onSelectMatching={async () => undefined} />,
  );
  expect(
    html
      .replace(/<\/p>/g, " ")
      .replace(/<[^>]+>/g, "")
      .trim(),
  ).toBe(text);
});

test.each([
  ["all are loaded", page(2, null), undefined, true],
  ["the server has more and is still searching", page(200, "/next"), undefined, false],
  ["the server has answered", page(200, "/next"), page(3, null), true],
  ["the server has found more than it sent", page(200, "/next"), page(150, "/next"), false],
])("the links shown are all that match once %s", (_name, newest, found, expected) => {
  const client = new QueryClient();
  client.setQueryData(urlsQuery.queryKey, onePage(newest));
  const search = urlSearchQuery(toUrlSearch(spring, NEWEST_FIRST));
  if (found) client.setQueryData(search.queryKey, onePage(found));
  const Probe = () => String(useUrlList(spring, NEWEST_FIRST, URLS).hasAllMatching);
  expect(render(<Probe />, client)).toBe(String(expected));
});

test.each([
  ["the loaded links are in natural order", undefined, "pg2 pg10"],
  ["the server's answer stays in its order, which later pages continue", "/next", "pg10 pg2"],
])("sorted by code, %s", (_name, next, expected) => {
  const client = new QueryClient();
  const sort = { column: "shortCode", descending: false } as const;
  const items = ["pg10", "pg2"].map((shortCode) => ({ id: shortCode, shortCode }) as ListedUrl);
  client.setQueryData(urlsQuery.queryKey, onePage({ ...page(2, next ?? null), items }));
  const search = urlSearchQuery(toUrlSearch(NO_FILTERS, sort));
  if (next) client.setQueryData(search.queryKey, onePage({ ...page(3, next), items }));
  const Probe = () =>
    useUrlList(NO_FILTERS, sort, URLS)
      .urls.map(({ shortCode }) => shortCode)
      .join(" ");
  expect(render(<Probe />, client)).toBe(expected);
});

test.each([false, true])("more links can be loaded unless they are refetched: %s", (isRefetched) => {
  const client = createClient();
  client.setQueryData(urlsQuery.queryKey, onePage(page(200, "/next")));
  if (isRefetched) void client.invalidateQueries();
  const Probe = () => String(useUrlList(NO_FILTERS, NEWEST_FIRST, URLS).more.isFetching);
  expect(render(<Probe />, client)).toBe(String(isRefetched));
});
