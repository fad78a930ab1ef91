/** RFC 9110, section 7.2: a name or an address, and a port. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

export function looksLikeHost(host: string | undefined): boolean {
  return HOST.test(host ?? "");
}
