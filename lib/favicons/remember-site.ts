import { Prisma } from "@/lib/db/generated/client";
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
  const site = siteOf(destination);
  await tx.$executeRaw(insertSites(Prisma.sql`SELECT ${site.host} AS host, ${site.origin} AS origin`));
  return site.host;
}

/**
 * The same as a statement, for one that writes the links too.
 *
 * @param sites a query for their host and origin; in the order of hosts no two wait for each other in a circle
 */
export function insertSites(sites: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO favicons (host, origin) SELECT host, origin FROM (${sites}) AS site ORDER BY host
    ON CONFLICT (host) DO NOTHING`;
}
