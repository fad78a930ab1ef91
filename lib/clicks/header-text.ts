const BEYOND_ASCII = /[^ -~]/;
/** A sequence of UTF-8 at the end that may have been cut off. */
const UNFINISHED = /[\xc2-\xf4][\x80-\xbf]{0,2}$/;
/**
 * Control characters, line breaks and bidirectional controls. Not NUL, which no header has: its record is damaged, and
 * the database rejects it.
 */
const CONTROL = /(?!\0)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * The text of a header, which Node.js reads as Latin-1. Many clients send UTF-8 (RFC 9110, section 5.5, allows either).
 * Control characters are replaced by U+FFFD.
 */
export function headerText(latin1: string): string {
  if (!BEYOND_ASCII.test(latin1)) return latin1;
  const text = decodeUtf8(latin1) ?? decodeUtf8(latin1.replace(UNFINISHED, "")) ?? latin1;
  return text.replace(CONTROL, "\ufffd");
}

/** Returns null if the text is not UTF-8 read as Latin-1, or only ASCII. */
function decodeUtf8(latin1: string): string | null {
  if (!BEYOND_ASCII.test(latin1)) return null;
  const bytes = Buffer.from(latin1, "latin1");
  // Characters beyond Latin-1 don't come from a header.
  if (bytes.toString("latin1") !== latin1) return null;
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? null : text;
}
