import type { DataTag, QueryKey } from "@tanstack/react-query";
import type { Seed } from "@/components/data/initial-data";

/** Pairs a query of the browser with data loaded on the server. */
export async function seed<T>(
  query: { queryKey: DataTag<QueryKey, T, Error> },
  data: NoInfer<T> | Promise<NoInfer<T>>,
): Promise<Seed> {
  return [query.queryKey, await data];
}
