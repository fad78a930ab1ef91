import { execute, type Sql, type SqlClient, sql } from "@/lib/db/sql";
import { siteOf } from "@/lib/favicons/site";

/**
 * Inserts the host of a destination unless it exists, in the transaction of its link. A new host is due at once, so
 * the worker fetches its favicon without the create waiting for it (decision 0056).
 *
 * @returns the host
 */
export async function upsertSite(client: SqlClient, destination: string): Promise<string> {
  const site = siteOf(destination);
  await execute(client, insertSites(sql`SELECT ${site.host} AS host, ${site.origin} AS origin`));
  return site.host;
}

/**
 * The same as a statement that can be part of a larger one. Hosts that exist are locked first, so that
 * `removeUnlinkedHosts` does not delete them before the link refers to them. Links take the same lock anyway, by their
 * foreign key.
 *
 * @param sites a query for distinct hosts and their origins; inserted in the order of hosts, which avoids deadlocks
 */
export function insertSites(sites: Sql): Sql {
  return sql`
    INSERT INTO favicons (host, origin)
    SELECT host, origin FROM (${sites}) AS site
    WHERE (SELECT count(*) FROM (
      SELECT FROM favicons WHERE host IN (SELECT host FROM (${sites}) AS wanted) FOR KEY SHARE) AS locked) >= 0
    ORDER BY host
    ON CONFLICT (host) DO NOTHING`;
}
