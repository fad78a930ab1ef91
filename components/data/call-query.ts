import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";

/** A query for the response of a GET call. Keys begin with a path, by which queries are refetched. */
export function callQuery<T>(path: string, queryKey: QueryKey = [path]) {
  return queryOptions({ queryKey, queryFn: () => call<T>("GET", path) });
}

/** Like `callQuery`, but fetched each time it is shown. */
export function freshQuery<T>(path: string, queryKey: QueryKey) {
  return queryOptions({ queryKey, queryFn: () => call<T>("GET", path), gcTime: 0 });
}
