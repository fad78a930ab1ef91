import type { PoolClient } from "pg";
import type { JobLink } from "@/lib/bulk-jobs/links";
import type { BulkWork } from "@/lib/bulk-jobs/run";
import { qrContent } from "@/lib/qr/render";
import type { QrThreads } from "@/lib/qr/threads";
import { getBaseUrl } from "@/lib/settings/queries";

const BATCH_SIZE = 500;

/** Draws the codes of links under the present base URL and stores them (decision 0055). */
export function regenerateQr(threads: QrThreads): BulkWork {
  return {
    batchSize: BATCH_SIZE,
    rest: () => threads.close(),
    prepare: async (links) => {
      const baseUrl = await getBaseUrl();
      const pictures = await threads.draw(links.map(({ shortCode }) => qrContent(`${baseUrl}/${shortCode}`)));
      const isDrawn = (_link: JobLink, index: number) => Boolean(pictures[index]);
      return {
        failures: links
          .filter((link, index) => !isDrawn(link, index))
          .map(({ id, shortCode }) => ({ urlId: id, shortCode, reason: "The short URL does not fit into a QR code" })),
        write: (client) =>
          store(
            client,
            baseUrl,
            links.filter(isDrawn),
            pictures.filter((picture) => picture !== null),
          ),
      };
    },
  };
}

async function store(
  client: PoolClient,
  baseUrl: string,
  links: JobLink[],
  pictures: { png: Buffer; etag: string }[],
): Promise<void> {
  const ids = links.map(({ id }) => id);
  // In the order of the ids, as the drain counts clicks: so the two never wait for each other in a circle.
  await client.query("SELECT FROM short_urls WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", [ids]);
  await client.query("UPDATE short_urls SET qr_generated_at = now() WHERE id = ANY ($1::uuid[])", [ids]);
  await client.query(
    `INSERT INTO qr_codes (url_id, base_url, png, etag, generated_at)
     SELECT id, $1, png, etag, now() FROM unnest($2::uuid[], $3::bytea[], $4::text[]) AS drawn (id, png, etag)
     ON CONFLICT (url_id) DO UPDATE
     SET base_url = excluded.base_url, png = excluded.png, etag = excluded.etag, generated_at = excluded.generated_at`,
    [baseUrl, ids, pictures.map(({ png }) => png), pictures.map(({ etag }) => etag)],
  );
}
