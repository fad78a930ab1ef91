type Value = string | number | boolean | null;

/**
 * Returns the changed fields of a row before and after, for the audit log, without omitted and unchanged fields.
 *
 * @returns null if nothing changes
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
