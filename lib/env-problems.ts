import * as z from "@/lib/zod";

/** The parts of a JSON schema used to describe a variable. */
const ruleSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});

/** Describes an invalid value to the operator: "must be …". */
export function describeProblem(variable: z.ZodType, message: string): string {
  return message.startsWith("must ") ? message : `must be ${describeRule(variable)}`;
}

function describeRule(variable: z.ZodType): string {
  const rule = ruleSchema.parse(z.toJSONSchema(variable, { unrepresentable: "any" }));
  if (rule.enum) return `one of ${rule.enum.join(", ")}`;
  if (rule.type === "integer" || rule.type === "number") return `a whole number ${range(rule.minimum, rule.maximum)}`;
  return rule.maxLength === undefined ? "text" : `text of ${rule.minLength ?? 0} to ${rule.maxLength} characters`;
}

function range(minimum = 0, maximum = Number.MAX_SAFE_INTEGER): string {
  return maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
}
