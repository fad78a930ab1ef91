import { isIP } from "node:net";

/** Whether a mail server is on the loopback interface, so that nobody stands between. */
export function isThisMachine(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith("127.");
  return host === "::1" || /^localhost\.?$/i.test(host);
}
