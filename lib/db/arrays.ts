/**
 * Arrays as Postgres reads them, for statements that take thousands of values: the driver's own way
 * takes several times as long.
 */

/** Of values that need no quotes: ids, numbers, days and booleans. */
export function plainArray(values: (string | number | boolean)[]): string {
  return `{${values.join(",")}}`;
}

/** Of any text, null among them. */
export function textArray(values: (string | null)[]): string {
  let array = "{";
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (place > 0) array += ",";
    if (value === null || value === undefined) array += "NULL";
    else array += NEEDS_ESCAPE.test(value) ? `"${value.replace(ESCAPED, "\\$&")}"` : `"${value}"`;
  }
  return `${array}}`;
}

const NEEDS_ESCAPE = /["\\]/;
const ESCAPED = /["\\]/g;
