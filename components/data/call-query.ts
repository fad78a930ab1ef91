import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";

/** What a GET call answers. */
export function callQuery<T>(queryKey: QueryKey, path: string) {
  return queryOptions({ queryKey, queryFn: () => call<T>("GET", path) });
}

/** The same, fetched each time it is shown. */
export function freshQuery<T>(queryKey: QueryKey, path: string) {
  return queryOptions({ queryKey, queryFn: () => call<T>("GET", path), gcTime: 0 });
}
