import type { SearchedWords } from "@/components/data/use-searched-words";
import { findRanges, type TextRange } from "@/components/ui/text/find-ranges";
import { findInCode, spellingsIn } from "@/components/urls/list/found-text";
import { type AuditEntry, BULK_URLS } from "@/lib/audit/types";

/** Matches of a search in the actor's name; none for API keys, which aren't searched. */
export function findInActor({ actorId, actorLabel }: AuditEntry, { people }: SearchedWords): TextRange[] {
  return actorId === null ? [] : findRanges(actorLabel, people);
}

/** Matches of a search in the name of an entry's subject; only links and people are searched. */
export function findInSubject(name: string, subjectType: string, words: SearchedWords): TextRange[] {
  if (subjectType === "short_url") return findInCode(name, words.urls);
  return subjectType === "user" ? findRanges(name, words.people) : [];
}

/** Search terms for the changes of a subject, in lower case. */
export function searchedInChanges(subjectType: string, words: SearchedWords): readonly string[] {
  if (subjectType === "short_url" || subjectType === BULK_URLS) return spellingsIn(words.urls);
  return subjectType === "user" ? words.people : [];
}
