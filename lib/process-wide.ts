/**
 * A value that all bundles of this process share: each has its own copy of a module, and a hot reload makes another.
 *
 * @param name the property of globalThis that holds it
 */
export function processWide<T extends object>(name: `hop${string}`, create: () => T): T {
  const values = globalThis as unknown as Record<string, T | undefined>;
  const value = values[name] ?? create();
  values[name] = value;
  return value;
}
