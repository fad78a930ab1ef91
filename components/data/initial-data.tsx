import type { DataTag, QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Seed, SeededQueries } from "@/components/data/seeded-queries";

/** Pairs a query of the browser with data loaded on the server. */
export async function seed<T>(
  query: { queryKey: DataTag<QueryKey, T, Error> },
  data: NoInfer<T> | Promise<NoInfer<T>>,
): Promise<Seed> {
  return [query.queryKey, await data];
}

type InitialDataProps = {
  /** When loading began, in ms: the data may lack what changed after that. */
  loadedAt: number;
  seeds: readonly Seed[];
  children: ReactNode;
};

/**
 * Puts data loaded on the server into the browser's queries. Newer data replaces older data, so navigating to a page
 * shows its current state although queries never become stale.
 */
export function InitialData({ loadedAt, seeds, children }: InitialDataProps) {
  return (
    <SeededQueries seeds={seeds} loadedAt={loadedAt}>
      {children}
    </SeededQueries>
  );
}
