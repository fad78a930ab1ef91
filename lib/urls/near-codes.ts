const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_";
/** Almost anything is one typo away from a shorter code. */
const MIN_LENGTH = 4;
/** Longer ones are not typos, and have too many variants. */
const MAX_LENGTH = 32;

/**
 * The codes one typo away: with a character missing, added, replaced or swapped with the next one; and the code without
 * `-` and `_`. Empty for very short and very long codes.
 *
 * @param code in lower case
 */
export function nearCodes(code: string): Set<string> {
  const near = new Set<string>();
  if (code.length < MIN_LENGTH || code.length > MAX_LENGTH) return near;
  for (let at = 0; at <= code.length; at++) {
    const [before, after] = [code.slice(0, at), code.slice(at)];
    for (const letter of LETTERS) near.add(before + letter + after);
    if (!after) break;
    near.add(before + after.slice(1));
    for (const letter of LETTERS) near.add(before + letter + after.slice(1));
    if (after.length > 1) near.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  near.add(code.replace(/[-_]/g, ""));
  near.delete(code);
  near.delete("");
  return near;
}
