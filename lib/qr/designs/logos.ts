import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError, notFound } from "@/lib/errors";
import { etagOf } from "@/lib/etag";
import { groupIdsOf } from "@/lib/groups/queries";
import type { QrDesign } from "@/lib/qr/design";
import { visibleUrls } from "@/lib/urls/visible";

export const LOGO_NOT_FOUND = "Logo not found. Upload it again.";

/**
 * A logo as a PNG, for its uploader, members of its group, and anyone who can see a template or a link that uses it.
 *
 * @throws AppError not_found
 */
export async function getLogoImage(actor: Actor, id: string) {
  const bytes = await findVisible(actor, id);
  if (!bytes) throw notFound("Logo");
  return { bytes, mediaType: "image/png", etag: etagOf(bytes), fileName: "logo.png" };
}

/**
 * The logo of a design that the actor is about to use; null without one.
 *
 * @throws AppError invalid if the actor may not see it
 */
export async function readUsableLogo(actor: Actor, { logo }: QrDesign): Promise<Buffer | null> {
  if (!logo) return null;
  const png = await findVisible(actor, logo.id);
  if (!png) throw new AppError("invalid", LOGO_NOT_FOUND, "design.logo.id");
  return png;
}

/** The logo of a stored design, without authorising. */
export async function readLogo({ logo }: QrDesign): Promise<Buffer | null> {
  if (!logo) return null;
  const { png } = await prisma().qrLogo.findUniqueOrThrow({ where: { id: logo.id }, select: { png: true } });
  return Buffer.from(png);
}

async function findVisible(actor: Actor, id: string): Promise<Buffer | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryRows<{ png: Buffer }>(
    pool(),
    sql`SELECT png FROM qr_logos WHERE id = ${id}::uuid AND ${await isVisible(actor)}`,
  );
  return row?.png ?? null;
}

async function isVisible(actor: Actor): Promise<Sql> {
  if (actor.role === "overall_admin") return sql`true`;
  const groupIds = [...(await groupIdsOf(actor.id))];
  return sql`(
    created_by_id = ${actor.id}::uuid OR group_id = ANY (${groupIds}::uuid[])
    OR EXISTS (
      SELECT FROM qr_templates
      WHERE logo_id = qr_logos.id AND (qr_templates.group_id IS NULL OR qr_templates.group_id = ANY (${groupIds}::uuid[])))
    OR EXISTS (
      SELECT FROM qr_designs JOIN short_urls ON short_urls.id = url_id
      WHERE logo_id = qr_logos.id AND ${await visibleUrls(actor)}))`;
}
