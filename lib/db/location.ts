/** The host of a connection URL, or the directory of its Unix socket. */
export function hostOf(url: string): string {
  const { hostname, searchParams } = new URL(url);
  return searchParams.get("host") ?? hostname;
}

/** Whether the server is on this machine. */
export function isLocal(url: string): boolean {
  const host = hostOf(url);
  return host.startsWith("/") || ["localhost", "127.0.0.1", "[::1]"].includes(host);
}
