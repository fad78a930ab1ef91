import { useMemo } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { type SearchWord, toPeopleWords, toSearchWords } from "@/lib/search-text";

/** The words of a search for links and people, as the server matches them; to be highlighted in what it finds. */
export type SearchedWords = { urls: readonly SearchWord[]; people: readonly string[] };

export function useSearchedWords(text: string): SearchedWords {
  const { baseUrl } = useAppConfig();
  return useMemo(() => ({ urls: toSearchWords(text, baseUrl), people: toPeopleWords(text) }), [text, baseUrl]);
}
