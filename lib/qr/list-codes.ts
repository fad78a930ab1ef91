import type { Actor } from "@/lib/actor";
import { addDays, dayOf } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { etagOf } from "@/lib/etag";
import type { Page } from "@/lib/list-query";
import { DEFAULT_DESIGN, isForBlack } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/designs/design-in-force";
import type { QrCode } from "@/lib/qr/types";
import { readStoredSettings } from "@/lib/settings/stored";
import { listUrls } from "@/lib/urls/list";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";

const SCAN_DAYS = 30;

/**
 * Lists the links with a QR code that the actor may see, like `listUrls`, with the scans and designs of their codes:
 * three more queries for a page of any size.
 */
export async function listQrCodes(actor: Actor, query: ListUrlsQuery = {}, now = Date.now()): Promise<Page<QrCode>> {
  const page = await listUrls(actor, query, { hasQr: true });
  const ids = page.items.map(({ id }) => id);
  const [designs, scans, { qr_regenerated_at: regeneratedAt = null }] = await Promise.all([
    designsInForce(page.items),
    countScans(ids, now),
    readStoredSettings(),
  ]);
  const items = page.items.map((url) => {
    const { design = DEFAULT_DESIGN, source = "none", template = null } = designs.get(url.id) ?? {};
    const version = etagOf(Buffer.from(JSON.stringify([url.shortUrl, design, regeneratedAt]))).replaceAll('"', "");
    return {
      ...url,
      scans30d: scans.get(url.id) ?? 0,
      designSource: source,
      templateName: template?.name ?? null,
      isForBlack: isForBlack(design),
      hasLogo: design.logo !== null,
      version,
    };
  });
  return { ...page, items };
}

/** Scans by people in the last 30 days, today included, from the daily counts. */
async function countScans(urlIds: string[], now: number): Promise<ReadonlyMap<string, number>> {
  const today = dayOf(now, env().TIME_ZONE);
  const rows = await queryRows<{ id: string; scans: string }>(
    readPool(),
    sql`
      SELECT scope_id AS id, sum(qr) AS scans FROM click_days
      WHERE scope_id = ANY (${plainArray(urlIds)}::uuid[]) AND NOT is_bot AND day > ${addDays(today, -SCAN_DAYS)}
      GROUP BY scope_id`,
  );
  return new Map(rows.map(({ id, scans }) => [id, Number(scans)]));
}
