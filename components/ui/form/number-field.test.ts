import { rejectText } from "@/components/ui/form/number-field";

const event = (type: string, value: string, badInput: boolean) => {
  const input = { name: "userLimit", value, validity: { badInput } };
  return { type, target: input, currentTarget: input };
};

test.each([
  ["a number", "2000", false, "2000"],
  ["nothing", "", false, ""],
  ["text, which the browser reports as empty", "", true, Number.NaN],
])("reports %s", async (_, value, isText, reported) => {
  const handler = jest.fn().mockResolvedValue(undefined);
  const field = rejectText({ name: "userLimit", ref: () => undefined, onChange: handler, onBlur: handler });
  await field.onChange(event("change", value, isText));
  await field.onBlur(event("blur", value, isText));
  expect(handler.mock.calls.map(([{ type, target }]) => [type, target.name, target.value])).toEqual([
    ["change", "userLimit", reported],
    ["blur", "userLimit", reported],
  ]);
});
