/** A short URL without its scheme, in two parts: "hop.example/" and the code. */
export function splitShortUrl(shortUrl: string): { prefix: string; code: string } {
  const text = withoutScheme(shortUrl);
  const end = text.lastIndexOf("/") + 1;
  return { prefix: text.slice(0, end), code: text.slice(end) };
}

/** A destination in two parts: the host, and the rest unless it is only a slash. */
export function splitDestination(url: string): { host: string; rest: string } {
  const text = withoutScheme(url);
  const end = text.search(/[/?#]/);
  if (end < 0) return { host: text, rest: "" };
  const rest = text.slice(end);
  return { host: text.slice(0, end), rest: rest === "/" ? "" : rest };
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//i, "");
}
