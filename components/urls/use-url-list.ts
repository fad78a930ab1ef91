"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { urlSearchQuery, urlsQuery } from "@/components/data/query-options";
import { useSettled } from "@/components/data/use-settled";
import { searchUrls } from "@/components/urls/search-urls";
import type { ShortUrl } from "@/lib/urls/types";

/**
 * The links that match: filtered here from what the browser holds as the user types, and looked up on the
 * server where that has more.
 */
export function useUrlList(text: string) {
  const list = useQuery(urlsQuery);
  const needle = useDeferredValue(text.trim());
  const held = list.data?.items ?? [];
  const total = list.data?.total ?? 0;
  const asked = useSettled(total > held.length ? needle : "");
  const found = useQuery({ ...urlSearchQuery(asked), enabled: asked !== "" });
  return {
    query: list,
    total,
    urls: searchUrls(merge(held, found.data?.items ?? []), needle),
    searching: found.isFetching || (asked !== needle && total > held.length),
  };
}

function merge(held: readonly ShortUrl[], found: readonly ShortUrl[]): readonly ShortUrl[] {
  const known = new Set(held.map((url) => url.id));
  return [...held, ...found.filter((url) => !known.has(url.id))];
}
