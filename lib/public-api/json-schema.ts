import * as z from "@/lib/zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** Schemas by name. */
export type NamedSchemas = Record<string, JsonSchema>;

const COMPONENTS = "#/components/schemas/";

/**
 * Converts a schema to JSON Schema (2020-12). Schemas with an `id` in their metadata become references to
 * `#/components/schemas/{id}`, which are added to `named`.
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", named: NamedSchemas): JsonSchema {
  // Within an array, the schema itself becomes a reference too.
  const { $defs, items } = z.toJSONSchema(z.array(schema), {
    io,
    // Rules that JSON Schema cannot express are explained by their error messages.
    unrepresentable: "any",
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  });
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _, ...rest } = toComponents(definition);
    named[name] = rest;
  }
  return toComponents(items as JsonSchema);
}

/** Replaces all references by what they refer to. */
export function dereference(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  return mapSchemas(schema, (one) => {
    const { $ref, ...rest } = one;
    const target = $ref === undefined ? undefined : named[$ref.slice(COMPONENTS.length)];
    return target ? { ...dereference(target, named), ...rest } : one;
  });
}

function toComponents(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, ({ $ref, ...rest }) =>
    $ref ? { ...rest, $ref: $ref.replace("#/$defs/", COMPONENTS) } : rest,
  );
}

/** Applies a function to all schemas at any depth, innermost first. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const copied = JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isObject(value) ? change(value) : value,
  );
  return copied as JsonSchema;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Removes zod's patterns for standard formats and its non-standard formats, and `additionalProperties` from responses:
 * strict clients must accept fields added in later versions. It stays in bodies whose unknown fields are refused.
 */
function simplify(jsonSchema: JsonSchema, io: "input" | "output"): void {
  if (jsonSchema.format === "starts_with") delete jsonSchema.format;
  else if (jsonSchema.format) delete jsonSchema.pattern;
  if (io === "output") delete jsonSchema.additionalProperties;
}
