import { renderToStaticMarkup } from "react-dom/server";
import { SearchField } from "@/components/ui/form/search-field";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

test("a search field accepts no more characters than the server", () => {
  const html = renderToStaticMarkup(<SearchField label="Search" placeholder="" value="" onChange={() => undefined} />);
  expect(html).toContain(`maxLength="${SEARCH_MAX_LENGTH}"`);
});

test.each([true, false])("it shows the shortcut that reaches it: %p", (hasShortcut) => {
  const field = { hasShortcut, label: "Search", placeholder: "", value: "", onChange: () => undefined };
  const html = renderToStaticMarkup(<SearchField {...field} />);
  expect([html.includes("aria-keyshortcuts"), html.includes("<kbd")]).toEqual([hasShortcut, hasShortcut]);
});
