import type { JobLink } from "@/lib/bulk-jobs/links";
import type { BulkWork } from "@/lib/bulk-jobs/run";
import { Prisma } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { type LookUp, refreshSite } from "@/lib/favicons/keep";
import { insertSites } from "@/lib/favicons/remember-site";
import { type Site, siteOf } from "@/lib/favicons/site";

/** As many sites are asked at once, for at most three seconds. */
const BATCH_SIZE = 16;
const NO_ICON = "Its site has no icon, or could not be reached";

/**
 * Looks for the icons of all destinations again. A site that was asked since the job began is not
 * asked a second time, whatever the number of its links and whoever went on with the job.
 */
export function refreshFavicons(lookUp: LookUp): BulkWork {
  return {
    batchSize: BATCH_SIZE,
    prepare: async (links, { createdAt }) => {
      const siteOfLink = new Map(links.map((link) => [link.id, siteOf(link.originalUrl)]));
      const sites = [...new Map([...siteOfLink.values()].map((site) => [site.host, site])).values()];
      await rememberSites(sites);
      const hosts = sites.map(({ host }) => host);
      const outdated = await hostsWhere("fetched_at IS NULL OR fetched_at < $2", hosts, createdAt);
      await Promise.all(sites.filter(({ host }) => outdated.has(host)).map((site) => refreshSite(site, lookUp)));
      const withIcon = await hostsWhere("etag IS NOT NULL", hosts);
      const hostOf = ({ id }: JobLink) => siteOfLink.get(id)?.host ?? "";
      return {
        failures: links
          .filter((link) => !withIcon.has(hostOf(link)))
          .map(({ id, shortCode }) => ({ urlId: id, shortCode, reason: NO_ICON })),
        write: async (client) => {
          const values = [links.map(({ id }) => id), links.map(hostOf)];
          // In the order of the ids, as the drain counts clicks: so the two never wait for each other in a circle.
          await client.query("SELECT FROM short_urls WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", [
            values[0],
          ]);
          // Links from before there were icons have no host yet. Not those whose destination changed meanwhile.
          await client.query(
            `UPDATE short_urls SET favicon_host = site.host
             FROM unnest($1::uuid[], $2::text[]) AS site (id, host)
             WHERE short_urls.id = site.id AND favicon_host IS NULL`,
            values,
          );
        },
      };
    },
  };
}

async function rememberSites(sites: Site[]): Promise<void> {
  const [hosts, origins] = [sites.map(({ host }) => host), sites.map(({ origin }) => origin)];
  const { text, values } = insertSites(
    Prisma.sql`SELECT * FROM unnest(${hosts}::text[], ${origins}::text[]) AS one (host, origin)`,
  );
  await pool().query(text, values);
}

async function hostsWhere(condition: string, hosts: string[], ...values: unknown[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool().query<{ host: string }>(
    `SELECT host FROM favicons WHERE host = ANY ($1::text[]) AND (${condition})`,
    [hosts, ...values],
  );
  return new Set(rows.map(({ host }) => host));
}
