import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/prisma";
import { type Site, siteOf } from "@/lib/favicons/site";

/**
 * Makes sure that there is a row for a destination's host, in the transaction of its link. A new row
 * is due at once: the worker finds it there, so that a create neither waits for anything nor can
 * fail by it (decision 0057).
 *
 * @returns the host
 */
export async function rememberSite(tx: Transaction, destination: string): Promise<string> {
  const site = siteOf(destination);
  await tx.$executeRaw(insertSite(site));
  return site.host;
}

/** The same as a statement, for one that writes the link too. */
export function insertSite({ host, origin }: Site): Prisma.Sql {
  return Prisma.sql`INSERT INTO favicons (host, origin) VALUES (${host}, ${origin}) ON CONFLICT (host) DO NOTHING`;
}
