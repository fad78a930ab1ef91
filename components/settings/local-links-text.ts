/**
 * Warns that links lead to the server's own machine only, if the page is open on another one; else null.
 *
 * @param pageHost the host that the page was opened under
 */
export function localLinksText(baseUrl: string, pageHost: string): string | null {
  if (!isLoopback(new URL(baseUrl).hostname) || isLoopback(pageHost)) return null;
  return `Links start with ${baseUrl}, which works only on the server's own machine.`;
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
