/** A short URL without its scheme, in two parts: "hop.example/" and the code. */
export function splitShortUrl(shortUrl: string): { prefix: string; code: string } {
  const text = withoutScheme(shortUrl);
  const end = text.lastIndexOf("/") + 1;
  return { prefix: text.slice(0, end), code: text.slice(end) };
}

/** A destination as people read it, without its scheme. */
export function destinationText(url: string): string {
  return withoutScheme(readableUrl(url));
}

/** A destination as people read it, in two parts: the host, and the rest unless it is only a slash. */
export function splitDestination(url: string): { host: string; rest: string } {
  const text = destinationText(url);
  const end = text.search(/[/?#]/);
  if (end < 0) return { host: text, rest: "" };
  const rest = text.slice(end);
  return { host: text.slice(0, end), rest: rest === "/" ? "" : rest };
}

/** Characters shown of a destination's end, where destinations on the same site differ. */
const MAX_END = 24;

/**
 * The rest of a destination in two parts: a middle that may be cut off, and an end that begins at a nearby path segment
 * or parameter, if any.
 */
export function splitRest(rest: string): { middle: string; end: string } {
  if (rest.length <= MAX_END) return { middle: "", end: rest };
  const earliest = rest.length - MAX_END;
  const boundary = rest.slice(earliest, -1).search(/[/?&#]/);
  const at = boundary < 0 ? earliest : earliest + boundary;
  return { middle: rest.slice(0, at), end: rest.slice(at) };
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//i, "");
}

/** Percent-encoded characters beyond ASCII, in UTF-8 (RFC 3986, section 2.1). */
const ENCODED = /(?:%[89a-f][0-9a-f])+/gi;
/**
 * Characters that are no letter or digit; that are invisible; that have two UTF-16 units, between which a text may be
 * cut; and marks without a letter.
 */
const UNSAFE = /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}|[\u{10000}-\u{10ffff}]|(?<![\p{L}\p{M}])\p{M}/gu;

/** Letters and marks of scripts that run from right to left: their blocks below U+10000. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+/g;
const LEFT_TO_RIGHT_MARK = "\u200e";

/**
 * An address with the letters and digits of all scripts instead of their percent-encoding, as browsers show it. Other
 * characters stay encoded: a space could make it look like another address. A mark after words that run from right to
 * left keeps what follows on their right; otherwise /ב/5 and /5/ב would look the same.
 */
export function readableUrl(url: string): string {
  return url.replace(ENCODED, (encoded) => {
    try {
      return decodeURIComponent(encoded)
        .replace(UNSAFE, encodeURIComponent)
        .replace(RIGHT_TO_LEFT, `$&${LEFT_TO_RIGHT_MARK}`);
    } catch {
      return encoded;
    }
  });
}
