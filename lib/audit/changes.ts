type Value = string | number | boolean | null;

/**
 * What a change alters of a row, as the audit log keeps it. Fields that are left out, or stay as
 * they are, are not in it.
 *
 * @returns null when nothing is altered
 */
export function changedFields<K extends string>(
  row: Readonly<Record<K, Value>>,
  changes: Readonly<Partial<Record<K, Value | undefined>>>,
): { before: Partial<Record<K, Value>>; after: Partial<Record<K, Value>> } | null {
  const before: Partial<Record<K, Value>> = {};
  const after: Partial<Record<K, Value>> = {};
  for (const key of Object.keys(changes) as K[]) {
    const value = changes[key];
    if (value === undefined || value === row[key]) continue;
    before[key] = row[key];
    after[key] = value;
  }
  return Object.keys(after).length > 0 ? { before, after } : null;
}
