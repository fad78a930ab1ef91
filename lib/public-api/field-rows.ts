import { formatCount } from "@/lib/format";
import type { ReferenceField } from "@/lib/public-api/types";
import type * as z from "@/lib/zod";

type Schema = z.core.JSONSchema.BaseSchema;

/** Lists the fields of a JSON Schema; nested fields follow their parent. */
export function fieldRows(schema: Schema, path = "", isOptional = false): ReferenceField[] {
  const variants = schema.oneOf ?? schema.anyOf?.filter(({ type }) => type === "object");
  if (variants?.length) return mergeVariants(variants.map((variant) => fieldRows(variant, path, true)));
  if (schema.items) return fieldRows(schema.items as Schema, `${path}[]`, isOptional);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = value as Schema;
    const isRequired = !isOptional && (schema.required?.includes(name) ?? false);
    const row = {
      name: path ? `${path}.${name}` : name,
      type: describeType(field),
      isRequired,
      description: field.description ?? null,
    };
    return [row, ...fieldRows(field, row.name, !isRequired)];
  });
}

/** Merges the fields of a union's variants, each listed once. */
function mergeVariants(variants: ReferenceField[][]): ReferenceField[] {
  const byName = new Map<string, ReferenceField>();
  for (const field of variants.flat()) {
    const known = byName.get(field.name);
    byName.set(field.name, known ? { ...known, type: joinTypes([known.type, field.type]) } : field);
  }
  return [...byName.values()];
}

/** Describes a type, for example "string, 8 to 2,048 characters". */
export function describeType(schema: Schema): string {
  if (schema.anyOf) return joinTypes(schema.anyOf.map(describeType));
  if (schema.oneOf) return joinTypes(schema.oneOf.map(describeType));
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  const words =
    schema.type === "array" ? `array of ${describeType((schema.items ?? {}) as Schema)}` : describeBaseType(schema);
  return [words, ...describeLimits(schema)].join(", ");
}

function describeBaseType({ type, format }: Schema): string {
  const names = [type ?? "string"].flat();
  return joinTypes(names.map((name) => (format && name !== "null" ? `${name} (${format})` : name)));
}

function describeLimits(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    // Every integer has this maximum, so it is not worth stating.
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ""),
  ].filter((text) => text !== "");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (to !== undefined)
    return from ? `${formatCount(from)} to ${formatCount(to)}${unit}` : `at most ${formatCount(to)}${unit}`;
  return from ? `at least ${formatCount(from)}${unit}` : "";
}

function joinTypes(types: string[]): string {
  return [...new Set(types)].join(" or ");
}
