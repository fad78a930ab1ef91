/**
 * A URL, or null where the text is none (WHATWG URL). In place of URL.canParse: Node 20's, once it is
 * compiled after some thousand calls, says no to every text that is not Latin.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
