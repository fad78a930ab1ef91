import { NO_CHOICES, readChoices, withChoices } from "@/components/ui/table/column-choices";
import type { TableLayout } from "@/components/ui/table/data-table-types";

test.each([
  [null, NO_CHOICES],
  ["not JSON", NO_CHOICES],
  ["null", NO_CHOICES],
  [
    '{"shown":{"Owner":false,"Group":"yes"},"widths":{"Group":120,"Owner":"wide","Clicks":1}}',
    { shown: { Owner: false }, widths: { Group: 120, Clicks: 56 } },
  ],
  ['{"shown":[],"widths":{"Group":99999}}', { shown: {}, widths: { Group: 640 } }],
])("%s is read", (saved, choices) => {
  expect(readChoices(saved)).toEqual(choices);
});

const layout: TableLayout<{ id: string }> = {
  label: "Things",
  rowClass: "",
  columns: ["Name", "Owner", "Group"].map((title) => ({
    title,
    skeleton: "",
    cell: () => null,
    ...(title !== "Name" && { isOptional: true }),
    ...(title === "Group" && { needs: "wide" as const }),
  })),
};

test.each([
  [NO_CHOICES, ["", "", "@max-wide:@table:hidden"]],
  [{ ...NO_CHOICES, shown: { Name: false, Owner: false, Group: true } }, ["", "@table:hidden", ""]],
])("%j hides columns", (choices, classes) => {
  const { columns } = withChoices(layout, choices);
  expect(columns.map(({ className }) => className)).toEqual(classes);
  expect(columns.map(({ headClass }) => headClass)).toEqual(classes);
});
