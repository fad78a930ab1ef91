import { renderToStaticMarkup } from "react-dom/server";
import { findOptions, MAX_OPTIONS } from "@/components/ui/form/long-select";
import { SelectField } from "@/components/ui/form/select-field";

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Group ${index}` }));

test.each([
  [MAX_OPTIONS, "listbox"],
  [MAX_OPTIONS + 1, "dialog"],
  [3000, "dialog"],
])("a select of %d options opens a %s", (count, popup) => {
  const options = optionsOf(count);
  const html = renderToStaticMarkup(
    <SelectField label="Group" value={`${count - 1}`} onValueChange={() => undefined} options={options} />,
  );
  expect(html).toContain(`Group ${count - 1}`);
  // Its name is that of the visible label.
  expect(html).toMatch(/<label id="(\w+)-label" for="\1".*<button[^>]* id="\1"/);
  expect(html.includes('aria-haspopup="dialog"')).toBe(popup === "dialog");
});

test("a select without options keeps the focus", () => {
  const html = renderToStaticMarkup(
    <SelectField label="Groups" value="" onValueChange={() => undefined} options={[]} />,
  );
  expect(html).toMatch(/<button[^>]* aria-disabled="true"/);
  expect(html).not.toMatch(/<button[^>]* disabled=/);
});

test.each([
  ["", ["Sales North", "Sales South", "North"]],
  [" north ", ["Sales North", "North"]],
  ["NORTH sal", ["Sales North"]],
  ["west", []],
])("options found for %j: %j", (text, expected) => {
  const options = ["Sales North", "Sales South", "North"].map((label) => ({ value: label, label }));
  expect(findOptions(options, text).map(({ label }) => label)).toEqual(expected);
});
