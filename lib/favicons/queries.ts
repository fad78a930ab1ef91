import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { groupIdsOf } from "@/lib/groups/queries";
import type { Actor } from "@/lib/users/types";

/** So long a browser does not ask again for an icon that is not there. */
const ABSENT_SECONDS = 300;

export type Favicon = { bytes: Buffer; mediaType: string; etag: string; fileName: string };

/**
 * The icon of a host that a link leads to which one may see; others are as if there were none.
 *
 * @throws AppError not_found
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

/** `canSeeUrl` as a condition of a query. */
async function hasVisibleLink(actor: Actor, host: string): Promise<boolean> {
  const link = await prisma().shortUrl.findFirst({
    where: {
      faviconHost: host,
      ...(actor.role !== "overall_admin" && {
        OR: [{ createdById: actor.id }, { groupId: { in: [...(await groupIdsOf(actor.id))] } }],
      }),
    },
    select: { id: true },
  });
  return link !== null;
}
