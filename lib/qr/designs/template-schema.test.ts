import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { resetUrlDesignSchema, updateTemplateSchema, urlDesignSchema } from "@/lib/qr/designs/template-schema";

const NO_DESIGNS = ["x", {}, { ...DEFAULT_DESIGN, level: "Z" }, { ...DEFAULT_DESIGN, background: "white" }];
const NOT_CHOSEN = ["x", {}, { templateId: "x" }, ...NO_DESIGNS.map((design) => ({ design }))];
const IF_CHOSEN = "`ifChosen` must be the `chosen` value returned by GET: a `templateId`, a `design`, or null";

test.each([
  ...NO_DESIGNS.map(
    (ifDesign) => [updateTemplateSchema, { ifDesign }, "`ifDesign` must be the `design` you last read"] as const,
  ),
  ...NOT_CHOSEN.map((ifChosen) => [urlDesignSchema, { design: DEFAULT_DESIGN, ifChosen }, IF_CHOSEN] as const),
  ...NOT_CHOSEN.map((ifChosen) => [resetUrlDesignSchema, { ifChosen }, IF_CHOSEN] as const),
])("what was read before a change is refused as a whole: %#", (schema, input, message) => {
  const issues = schema.safeParse(input).error?.issues ?? [];
  expect(issues.map((issue) => [issue.message, issue.path.length])).toEqual([[message, 1]]);
});

test("what was read before a change may be left out, even by leaving it undefined", () => {
  const { ifChosen, ...rest } = urlDesignSchema.parse({ design: DEFAULT_DESIGN });
  expect([ifChosen, rest]).toEqual([undefined, { design: DEFAULT_DESIGN }]);
  expect(updateTemplateSchema.parse({})).toEqual({});
  expect(resetUrlDesignSchema.parse({ ifChosen: null })).toEqual({ ifChosen: null });
});
