import { isDatabaseUnavailable, isLockTimeout } from "@/lib/database-unavailable";
import { type ItemRefusal, toItemRefusal } from "@/lib/item-refusal";

type ItemResult<T> = { success: true; data: T } | ItemRefusal;

/**
 * Runs items one after the other. Returns a result for each, in order; failed items do not affect the others, except
 * that after one has waited for a lock for too long, the remaining ones are not tried: each might wait as long.
 *
 * @throws the error if the database is unavailable, since all later items would wait for a connection, too
 */
export async function runItems<I, T>(
  items: readonly I[],
  run: (item: I, index: number) => Promise<T>,
): Promise<ItemResult<T>[]> {
  const results: ItemResult<T>[] = [];
  let locked: ItemRefusal | undefined;
  for (const [index, item] of items.entries()) {
    if (locked) {
      results.push(locked);
      continue;
    }
    try {
      results.push({ success: true, data: await run(item, index) });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const refusal = toItemRefusal(error);
      results.push(refusal);
      if (isLockTimeout(error)) locked = refusal;
    }
  }
  return results;
}
