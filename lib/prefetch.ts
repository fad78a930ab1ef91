/** In which browsers say why they fetch a page: the Fetch standard's, then those of Chrome, Firefox until 114 and Safari. */
export const PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-moz", "x-purpose"] as const;

/** Whether the value of such a header says that nobody has opened the page yet: a prefetch, prerender or preview. */
export function isAhead(purpose: string): boolean {
  return /prefetch|preview/i.test(purpose);
}

/**
 * Whether a browser fetches a page before anyone has opened it.
 *
 * @param header reads a header by its name in lower case
 */
export function isPrefetch(header: (name: string) => string | string[] | null | undefined): boolean {
  return PURPOSE_HEADERS.some((name) => {
    const purpose = header(name);
    return purpose ? isAhead(String(purpose)) : false;
  });
}
