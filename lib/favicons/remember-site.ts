import type { Transaction } from "@/lib/db/prisma";
import { siteOf } from "@/lib/favicons/site";

/**
 * Makes sure that there is a row for a destination's host, in the transaction of its link. A new row
 * is due at once: the worker finds it there, so that a create neither waits for anything nor can
 * fail by it (decision 0057).
 *
 * @returns the host
 */
export async function rememberSite(tx: Transaction, destination: string): Promise<string> {
  const { host, origin } = siteOf(destination);
  await tx.$executeRaw`INSERT INTO favicons (host, origin) VALUES (${host}, ${origin}) ON CONFLICT (host) DO NOTHING`;
  return host;
}
