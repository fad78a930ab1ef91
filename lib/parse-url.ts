/**
 * Parses a URL (WHATWG); null if the text is not one. Replaces URL.canParse, which in Node 20 rejects every
 * non-Latin text once it has been optimised after some thousand calls.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
