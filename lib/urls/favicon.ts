import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { visibleUrls } from "@/lib/urls/visible";

/** How long browsers may cache the absence of an icon. */
const ABSENT_SECONDS = 300;

type Favicon = { bytes: Buffer; mediaType: string; etag: string; fileName: string };

/**
 * Returns the icon of a site that a visible link points to.
 *
 * @throws AppError not_found, including for sites of invisible links
 */
export async function getFavicon(actor: Actor, host: string): Promise<Favicon> {
  const favicon = areFaviconsOn()
    ? await prisma().favicon.findUnique({ where: { host }, select: { image: true, etag: true } })
    : null;
  if (!favicon?.image || !favicon.etag || !(await hasVisibleLink(actor, host))) {
    throw new AppError("not_found", "Favicon not found", undefined, undefined, ABSENT_SECONDS);
  }
  return { bytes: Buffer.from(favicon.image), mediaType: "image/png", etag: favicon.etag, fileName: "favicon.png" };
}

async function hasVisibleLink(actor: Actor, host: string): Promise<boolean> {
  const visible = await visibleUrls(actor);
  const rows = await queryRows(pool(), sql`SELECT FROM short_urls WHERE favicon_host = ${host} AND ${visible} LIMIT 1`);
  return rows.length > 0;
}
