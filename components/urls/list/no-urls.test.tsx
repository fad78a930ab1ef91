import { renderToStaticMarkup } from "react-dom/server";
import { NoUrls, shownText } from "@/components/urls/list/no-urls";
import { NO_FILTERS } from "@/components/urls/list/url-filters";

test.each([
  [true, "Searching...", ""],
  [false, "No URLs foundNo links match “menu”.Search deleted links", "Showing 0 URLs"],
])("only an answer of the server says that nothing matches (searching: %p)", (searching, text, count) => {
  const filters = { ...NO_FILTERS, text: "menu" };
  const html = renderToStaticMarkup(<NoUrls filters={filters} searching={searching} onFilter={() => undefined} />);
  expect(html.replace(/<[^>]+>/g, "")).toBe(text);
  expect(shownText(0, "URL", searching)).toBe(count);
  expect(shownText(2, "URL", searching)).toBe("Showing 2 URLs");
});
