import { renderToStaticMarkup } from "react-dom/server";
import { FilterChips } from "@/components/stats/filter-chips";

const render = (filterableFrom: string | null, from = "2026-10-24") =>
  renderToStaticMarkup(
    <FilterChips
      filters={[{ by: "country", value: "DE" }]}
      onChange={() => undefined}
      stats={{ from, filterableFrom }}
    />,
  );

test.each([
  ["all clicks are stored", "1970-01-01", null],
  ["the first days are missing", "2026-10-24", "Filters cover clicks since Oct 24, 2026."],
  ["the whole range is missing", "2026-12-01", "Filters cover clicks since Dec 1, 2026."],
  ["none are", null, "Filters can&#x27;t count these clicks: they are no longer stored individually."],
])("filters show how far back they reach if %s", (_, filterableFrom, note) => {
  const notes = render(filterableFrom).match(/(?<=<p[^>]*>)[^<]+(?=<\/p>)/g) ?? [];
  expect(notes).toEqual(note === null ? [] : [note]);
});
