import type { z } from "zod";
import { formatCount } from "@/lib/format";
import type { ReferenceField } from "@/lib/public-api/types";

type Schema = z.core.JSONSchema.BaseSchema;

/** The fields of a JSON Schema in words, those of lists and objects in it after them. */
export function fieldRows(schema: Schema, path = "", isOptional = false): ReferenceField[] {
  const variants = schema.oneOf ?? schema.anyOf?.filter(({ type }) => type === "object");
  if (variants?.length) return mergeVariants(variants.map((variant) => fieldRows(variant, path, true)));
  if (schema.items) return fieldRows(schema.items as Schema, `${path}[]`, isOptional);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = value as Schema;
    const isRequired = !isOptional && (schema.required?.includes(name) ?? false);
    const row = {
      name: path ? `${path}.${name}` : name,
      type: typeInWords(field),
      isRequired,
      description: field.description ?? null,
    };
    return [row, ...fieldRows(field, row.name, !isRequired)];
  });
}

/** Fields of things that may be one or the other, each named once. */
function mergeVariants(variants: ReferenceField[][]): ReferenceField[] {
  const byName = new Map<string, ReferenceField>();
  for (const field of variants.flat()) {
    const known = byName.get(field.name);
    byName.set(field.name, known ? { ...known, type: joinTypes([known.type, field.type], " or ") } : field);
  }
  return [...byName.values()];
}

/** What a value may be: "text (uri), 8 to 2,048 characters". */
export function typeInWords(schema: Schema): string {
  if (schema.anyOf) return joinTypes(schema.anyOf.map(typeInWords), " or ");
  if (schema.oneOf) return joinTypes(schema.oneOf.map(typeInWords), " or ");
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  const words = schema.type === "array" ? `list of ${typeInWords((schema.items ?? {}) as Schema)}` : nameOf(schema);
  return [words, ...limitsOf(schema)].join(", ");
}

function nameOf({ type, format }: Schema): string {
  const names: Record<string, string> = { string: "text", integer: "whole number", boolean: "true or false" };
  const name = typeof type === "string" ? (names[type] ?? type) : "text";
  return format ? `${name} (${format})` : name;
}

function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    // What any whole number of a program keeps to is no limit.
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ""),
  ].filter((text) => text !== "");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (to !== undefined)
    return from ? `${formatCount(from)} to ${formatCount(to)}${unit}` : `at most ${formatCount(to)}${unit}`;
  return from ? `at least ${formatCount(from)}${unit}` : "";
}

function joinTypes(types: string[], by: string): string {
  return [...new Set(types)].join(by);
}
