import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { type ItemRefusal, toItemRefusal } from "@/lib/item-refusal";

type ItemResult<T> = { success: true; data: T } | ItemRefusal;

/**
 * Runs items one after the other. Returns a result for each, in order; failed items do not affect the others.
 *
 * @throws the error if the database is unavailable, since all later items would wait for a connection, too
 */
export async function runItems<I, T>(
  items: readonly I[],
  run: (item: I, index: number) => Promise<T>,
): Promise<ItemResult<T>[]> {
  const results: ItemResult<T>[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push({ success: true, data: await run(item, index) });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      results.push(toItemRefusal(error));
    }
  }
  return results;
}
