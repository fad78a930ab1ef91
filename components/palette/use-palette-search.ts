import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { freshQuery } from "@/components/data/call-query";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { ALL, filterUrls, NO_FILTERS } from "@/components/urls/list/url-filters";
import { NO_FILTERS as ALL_USERS, filterUsers } from "@/components/users/user-filters";
import { paths } from "@/lib/paths";
import { SEARCH_MIN_LENGTH, type SearchResult } from "@/lib/search/types";
import { toSearchWords } from "@/lib/search-text";

/** Dropped from the cache once unused, so that repeating a search shows the current state. */
function searchQuery(text: string) {
  return freshQuery<SearchResult>(`${paths.api.search}?${new URLSearchParams({ q: text })}`, [paths.api.search, text]);
}

/**
 * The links and people found by the server. Until it responds, returns those of its previous results that also match
 * the new text.
 *
 * @param text trimmed
 */
export function usePaletteSearch(text: string) {
  const { baseUrl } = useAppConfig();
  const asked = useDebouncedValue(text);
  const isWanted = text.length >= SEARCH_MIN_LENGTH;
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(asked),
    enabled: isWanted && asked.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
  const isAnswer = asked === text && !isPlaceholderData;
  const result = useMemo(() => {
    if (!data || !isWanted) return undefined;
    return isAnswer ? data : narrow(data, text, baseUrl);
  }, [data, isWanted, isAnswer, text, baseUrl]);
  return {
    result,
    isSearching: isWanted && (asked !== text || isFetching),
    hasFailed: isWanted && asked === text && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Previous results that also match a new text. Whether there are more is unknown. */
export function narrow({ urls, people }: SearchResult, text: string, baseUrl: string): SearchResult {
  return {
    urls: filterUrls(urls, { ...NO_FILTERS, status: ALL }, toSearchWords(text, baseUrl)),
    hasMoreUrls: false,
    people: filterUsers(people, { ...ALL_USERS, text }),
    hasMorePeople: false,
  };
}
