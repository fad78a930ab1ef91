/**
 * Spaces and characters that nobody sees, including bidirectional controls. Variation selectors and tags are left to the
 * emoji that they belong to.
 */
const UNSEEN = "(?!\\p{Variation_Selector}|[\\u{e0020}-\\u{e007f}])[\\s\\p{Default_Ignorable_Code_Point}]";
/** The lookbehind keeps the search from starting again at every character of a long run. */
const ENDS = new RegExp(`^(?:${UNSEEN})+|(?<!${UNSEEN})(?:${UNSEEN})+$`, "gu");

/** Trims what people paste along with an address or code that they copied from a chat, mail or document. */
export function trimPasted(text: string): string {
  return text.replace(ENDS, "");
}
