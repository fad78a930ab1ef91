import { renderToStaticMarkup } from "react-dom/server";
import { SearchField } from "@/components/ui/search-field";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

test("a search field takes no more than the server accepts", () => {
  const html = renderToStaticMarkup(<SearchField label="Search" placeholder="" value="" onChange={() => undefined} />);
  expect(html).toContain(`maxLength="${SEARCH_MAX_LENGTH}"`);
});
