import { parseUrl } from "@/lib/parse-url";

/** Maximum length of a search text, in characters. Kept apart from the schemas, which would load zod in the browser. */
export const SEARCH_MAX_LENGTH = 200;
/** Maximum number of words in a search; further words are ignored. */
export const MAX_SEARCH_WORDS = 10;
/**
 * Maximum number of single letters among these words: each occurs in nearly every destination, but only few contain
 * many of them.
 */
const MAX_SINGLE_LETTERS = 2;
/** Longer words are pasted addresses, whose case is the stored one. */
const MAX_CASED_LENGTH = 100;
/** A single letter would find a fifth of all people. */
const MIN_NAME_LENGTH = 2;

/** A word of a search for links. Everything is folded (`foldCase`). */
export type SearchWord = {
  /** A link matches if its short code or destination contains one of these. */
  spellings: string[];
  /** A link also matches if this is its short code; set if the word is a short URL. */
  shortCode: string | null;
  /** A link also matches if this begins a part of its creator's name; null if the word is too short for that. */
  name: string | null;
};

/**
 * Splits the text of a search for links into words, each of which must match: the longest first, since they are the
 * quickest to rule a link out.
 *
 * @param baseUrl start of short URLs
 */
export function toSearchWords(text: string, baseUrl: string): SearchWord[] {
  const words = [...new Set(text.trim().split(/\s+/).flatMap(splitQuery).filter(Boolean))];
  const letters = words.filter((word) => word.length === 1);
  const ignored = new Set(letters.slice(MAX_SINGLE_LETTERS));
  return words
    .filter((word) => !ignored.has(word))
    .slice(0, MAX_SEARCH_WORDS)
    .sort((a, b) => b.length - a.length)
    .map((word) => toSearchWord(word, baseUrl));
}

/** The words of a search for people, folded and without repeats. Words beyond MAX_SEARCH_WORDS are ignored. */
export function toPeopleWords(text: string): string[] {
  return [...new Set(foldCase(text.normalize("NFC")).split(/\s+/).filter(Boolean))].slice(0, MAX_SEARCH_WORDS);
}

/**
 * Text in a form that is the same for upper and lower case, of the same length. Letters whose lower case depends on the
 * language or on what follows become the one that Postgres makes of their capitals. The SQL version is in
 * lib/db/contains.ts.
 */
export function foldCase(text: string): string {
  return toLowerCase(text).replaceAll("ς", "σ");
}

/** JavaScript's own adds a dot to the i that it makes of İ. */
function toLowerCase(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase();
}

/** Whether a search word begins a part of a name; the SQL version is in lib/groups/people.ts. */
export function matchesName(name: string, { name: beginning }: SearchWord): boolean {
  return beginning !== null && ` ${toNameText(name)}`.includes(` ${beginning}`);
}

/**
 * Splits a query into its parameters, which may be in another order in the destination. Returns the text itself if
 * there are none.
 */
function splitQuery(word: string): string[] {
  const parameters = /^[?&]/.test(word) ? word.slice(1).split("&").filter(Boolean) : [];
  return parameters.length > 0 ? parameters : [word];
}

function toSearchWord(word: string, baseUrl: string): SearchWord {
  const bare = withoutScheme(word);
  return {
    spellings: [...new Set(casesOf(bare).flatMap(spellingsOf).map(foldCase))],
    shortCode: findShortCode(bare.toLowerCase(), `${withoutScheme(baseUrl)}/`),
    name: word.length < MIN_NAME_LENGTH ? null : toNameText(word.normalize("NFC")),
  };
}

/** An HTTP address without its scheme; other text as it is. */
export function withoutScheme(word: string): string {
  return word.replace(/^https?:\/\/(?=.)/i, "");
}

/**
 * A word as typed, in lower and upper case, and with capitals where its parts begin. In stored destinations, letters
 * beyond ASCII are encoded, where case makes a difference. Not all mixtures of cases, so that the number of patterns
 * stays small.
 */
function casesOf(word: string): string[] {
  if (word.length > MAX_CASED_LENGTH || !/\P{ASCII}/u.test(word)) return [word];
  const composed = word.normalize("NFC");
  const lower = toLowerCase(composed);
  const upper = lower.replace(/\P{ASCII}/gu, toCapital);
  const capitalised = lower.replace(/(?<![\p{L}\p{M}])\P{ASCII}/gu, toCapital);
  return [word, composed, lower, upper, capitalised];
}

/** The letter itself if it has no capital of its own, such as ß. */
function toCapital(letter: string): string {
  const capital = letter.toUpperCase();
  return capital.length === letter.length ? capital : letter;
}

/** The beginning of a text that may be a host with letters beyond ASCII. */
const INTERNATIONAL_HOST = /^[\p{L}\p{N}_.-]*\P{ASCII}/u;

/** The word as typed, and in the form of stored destinations: percent-encoded, with hosts in punycode. */
function spellingsOf(word: string): string[] {
  const stored = INTERNATIONAL_HOST.test(word) && parseUrl(`http://${word}`)?.href;
  const value = word.indexOf("=") + 1;
  return [
    word,
    encode(word),
    ...(stored ? [withoutScheme(word.endsWith("/") ? stored : stored.replace(/\/$/, ""))] : []),
    ...(value > 0 ? [word.slice(0, value) + encodeValue(word.slice(value))] : []),
  ];
}

/** Leaves percent-encoded parts unchanged. Returns the text itself if it has a lone surrogate. */
function encode(text: string): string {
  try {
    return encodeURI(text).replace(/%25(?=[0-9a-f]{2})/gi, "%");
  } catch {
    return text;
  }
}

/** Encodes the value of a parameter: https%3A%2F%2Fexample.com for https://example.com. */
function encodeValue(value: string): string {
  return encode(value).replace(/[/:?@+,;$]/g, encodeURIComponent);
}

/** The code of a short URL, ignoring the rest of the URL. */
function findShortCode(word: string, prefix: string): string | null {
  if (!word.startsWith(prefix)) return null;
  return /^[\w-]+/.exec(word.slice(prefix.length))?.[0] ?? null;
}

/** Both parts of a hyphenated name are found. */
function toNameText(text: string): string {
  return foldCase(text).replaceAll("-", " ");
}
