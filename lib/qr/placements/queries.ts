import type { Actor } from "@/lib/actor";
import { countName } from "@/lib/clicks/dimensions";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { qrContent } from "@/lib/qr/render";
import type { Placement } from "@/lib/qr/types";
import { getBaseUrl } from "@/lib/settings/queries";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getUrlOrThrow } from "@/lib/urls/queries";

export const NO_SUCH_PLACEMENT = "This link has no placement with this name";

/**
 * Lists the placements of a link that the actor may see, by name: at most MAX_PLACEMENTS.
 *
 * @throws AppError not_found
 */
export async function listPlacements(actor: Actor, urlId: string): Promise<Placement[]> {
  const { url } = await getUrlOrThrow(actor, urlId);
  return placementsOf(url);
}

/** Like `listPlacements`, without authorising. */
export async function placementsOf({ id, shortCode }: Pick<ShortUrlRow, "id" | "shortCode">): Promise<Placement[]> {
  const [baseUrl, rows, scans] = await Promise.all([
    getBaseUrl(),
    prisma().qrPlacement.findMany({ where: { urlId: id }, orderBy: { name: "asc" } }),
    countScans(id),
  ]);
  const shortUrl = `${baseUrl}/${shortCode}`;
  return rows.map((row) => toPlacement(row, { shortUrl, scans: scans.get(row.name) ?? 0 }));
}

/** @throws AppError invalid if the link has no such placement */
export async function assertPlacement(urlId: string, name: string): Promise<void> {
  const found = await prisma().qrPlacement.findUnique({ where: { urlId_name: { urlId, name } } });
  if (!found) throw new AppError("invalid", NO_SUCH_PLACEMENT, "placement");
}

type Row = { name: string; createdAt: Date };

export function toPlacement(
  { name, createdAt }: Row,
  { shortUrl, scans }: { shortUrl: string; scans: number },
): Placement {
  return { name, content: qrContent(shortUrl, name), scans, createdAt: createdAt.toISOString() };
}

const PREFIX = countName("placement", "");

/** All-time scans by people, by placement. */
export async function countScans(urlId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ name: string; scans: string }>(
    pool(),
    sql`
      SELECT substr(key, ${PREFIX.length + 1}::int) AS name, sum(value::bigint) AS scans
      FROM click_days, json_each_text(counts)
      WHERE scope_id = ${urlId}::uuid AND NOT is_bot AND starts_with(key, ${PREFIX}) GROUP BY key`,
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}
