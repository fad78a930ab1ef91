import { renderToStaticMarkup } from "react-dom/server";
import { SearchList } from "@/components/ui/form/search-select";

const [TOM, ANN] = [
  { value: "tom", label: "Tom" },
  { value: "ann", label: "Ann" },
];

type Shown = { text: string; options: (typeof TOM)[]; busy?: boolean; note?: string };

function rendered(shown: Shown): string {
  const none = () => undefined;
  const select = { searchLabel: "Search owners", placeholder: "Name", value: "", onText: none, onChange: none };
  return renderToStaticMarkup(<SearchList {...select} {...shown} onDone={none} />);
}

test.each<[Shown, string]>([
  [{ text: "", options: [ANN, TOM] }, ""],
  [{ text: "t", options: [TOM] }, "1 match"],
  [{ text: "n", options: [ANN, TOM] }, "2 matches"],
  [{ text: "x", options: [] }, "No matches"],
  [{ text: "t", options: [TOM], busy: true }, ""],
  [{ text: "t", options: [TOM], note: "Type to find more." }, "Type to find more."],
])("screen readers hear how many options match: %j", (shown, text) => {
  const statuses = [...rendered(shown).matchAll(/role="status"[^>]*>([^<]*)</g)].map(([, said]) => said);
  expect(statuses.join("")).toBe(text);
});

test("another option that becomes the active one has another id", () => {
  const activeIn = (options: Shown["options"]) =>
    /aria-activedescendant="([^"]+)"/.exec(rendered({ text: "", options }))?.[1];
  expect(activeIn([ANN, TOM])).toMatch(/-ann$/);
  expect(activeIn([TOM])).toMatch(/-tom$/);
});
