import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { AddLink } from "@/components/stats/add-link";
import type { SearchSelectProps } from "@/components/ui/form/search-select";
import { paths } from "@/lib/paths";

jest.mock("@/components/data/use-debounced-value", () => ({ useDebouncedValue: jest.fn() }));
jest.mock("@/components/ui/button/on-demand", () => ({
  lazyTrigger:
    () =>
    ({ busy, options }: SearchSelectProps) =>
      `${options.length} options${busy ? ", busy" : ""}`,
}));

// While it is busy, Enter adds none of them.
test.each([
  ["", "1 options"],
  ["an earlier text", "1 options, busy"],
])("links found for another text are not offered as the result: %p", (asked, expected) => {
  jest.mocked(useDebouncedValue).mockReturnValue(asked);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const items = [{ id: "1", shortCode: "spring", originalUrl: "https://shop.example/" }];
  client.setQueryData([paths.api.urls, "to-compare", asked], { items, total: 1 });
  const page = (
    <QueryClientProvider client={client}>
      <AddLink ids={[]} onAdd={() => {}} />
    </QueryClientProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(expected);
});
