import { AppError } from "@/lib/errors";

export const NAME_CHARSET =
  "Names must not contain line breaks, stacked accents, or invisible or unsupported characters";

/** Includes all bidirectional controls and zero-width characters. */
export const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/**
 * Symbols that show nothing (a Braille pattern without dots, a note without a head), and characters without a meaning
 * or, for this version of Node, none yet. Emoji and Chinese characters, of which each version of Unicode adds some, have
 * reserved ranges.
 */
const MEANINGLESS =
  /[\u2800\u{1d159}\p{Co}\p{Noncharacter_Code_Point}]|(?![\p{Extended_Pictographic}\u{20000}-\u{3fffd}])\p{Cn}/u;
/** A mark on nothing, or more on one letter than any language has: Tibetan, which has most, stacks eight. */
const STRAY_MARKS = /(?:^|\p{Zs})\p{M}|\p{M}{9}/u;

/** Scripts in which letters join, so that ZWJ and ZWNJ change how they look (Unicode 16, section 23.2). */
const JOINING = ["Arab", "Syrc", "Nkoo", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"]
  .concat(["Mlym", "Sinh", "Khmr", "Mymr", "Tibt"])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");
/** Flags of countries without a code of two letters, as tags after a black flag (UTS 51, annex C). */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((region) => `${toTags(region)}\\u{e007f}`).join("|");

/** Control characters other than tabs and line breaks, and those that make other text run in another direction. */
const MISLEADING = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Invisible characters that emoji and scripts need, only where they need them. */
export const NEEDED = new RegExp(
  [
    "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
    "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
    "(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})",
    `(?<=\\u{1f3f4})(?:${FLAGS})`,
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
    "(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]",
    // Variants of a character, of which Japanese names make use.
    "(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]",
  ].join("|"),
  "gu",
);

/** Longer than any name. Composing takes quadratic time, and comes before the schema's limit. */
const MAX_COMPOSED_LENGTH = 1_000;

/**
 * A name as it is stored, so that names that look the same are the same: composed (NFC), with single spaces. A text that
 * is far too long is returned as it is.
 */
export function toName(text: string): string {
  if (text.length > MAX_COMPOSED_LENGTH) return text;
  return text
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ");
}

/** The stored name if it is the given one, and was stored before today's rules, which refuse it. */
export function keepName<Given extends string | undefined>(given: Given, stored: string): Given | string {
  return given === toName(stored) && !isReadableName(given) ? stored : given;
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Compares things for a complete list by name: alpha, Ärger, zebra, Zeta; those of one name by id. */
export function compareNames(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return COLLATOR.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

/**
 * Whether people can tell a name from others: without line breaks, text that runs in the wrong direction, characters
 * that nobody sees, and marks that cover other text.
 */
export function isReadableName(name: string): boolean {
  const shown = name.replace(NEEDED, "");
  return ![INVISIBLE, MEANINGLESS, STRAY_MARKS].some((problem) => problem.test(shown));
}

/** Whether a text of several lines, such as a description, reads as it is written. */
export function isReadableText(text: string): boolean {
  return !MISLEADING.test(text);
}

/** Whether nothing in a text is invisible, apart from what emoji and scripts need. */
export function isVisible(text: string): boolean {
  return !INVISIBLE.test(text.replace(NEEDED, ""));
}

/**
 * Checks a name that is changed. Schemas check new ones; a stored name may be older than this rule, and stays as long as
 * only other fields are changed.
 *
 * @throws AppError invalid
 */
export function assertReadableName(name: unknown, field: string): void {
  if (typeof name === "string" && !isReadableName(name)) throw new AppError("invalid", NAME_CHARSET, field);
}

function toTags(text: string): string {
  return [...text].map((character) => `\\u{e00${character.charCodeAt(0).toString(16)}}`).join("");
}
