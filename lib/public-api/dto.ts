import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import type { ApiUrl, Creator } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";

type Reader = Pick<ApiCaller, "groupId" | "scopes">;

/** Converts links of a key's group to the public API form that this key may see. */
export async function toApiUrls(rows: readonly ShortUrlRow[], caller: Reader): Promise<ApiUrl[]> {
  const { groupId } = caller;
  const [baseUrl, members] = await Promise.all([getBaseUrl(), findMembers(caller, rows)]);
  return rows.map((row) => {
    const { id, shortCode, originalUrl, shortUrl, status, clickCount, createdAt } = toShortUrl(row, baseUrl);
    return {
      ...{ id, shortCode, originalUrl, shortUrl, status, clickCount, groupId, externalId: row.externalId },
      creator: toCreator(row, members),
      createdAt,
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** Like `toApiUrls`, for one link. */
export async function toApiUrl(row: ShortUrlRow, caller: Reader): Promise<ApiUrl> {
  const [url] = await toApiUrls([row], caller);
  if (!url) throw new Error("one row makes one item");
  return url;
}

type Member = { id: string; firstName: string; lastName: string; email: string };

/**
 * The creators whose names and email addresses the key may see, by id: members of its group, or none without the scope
 * `read`, since calls that change links also return them.
 */
async function findMembers(
  { groupId, scopes }: Reader,
  rows: readonly ShortUrlRow[],
): Promise<ReadonlyMap<string, Member>> {
  if (!scopes.includes("read")) return new Map();
  const ids = [...new Set(rows.flatMap(({ createdById }) => createdById ?? []))];
  if (ids.length === 0) return new Map();
  const users = await prisma().user.findMany({
    where: { id: { in: ids }, memberships: { some: { groupId } } },
    select: { id: true, firstName: true, lastName: true, email: true },
  });
  return new Map(users.map((user) => [user.id, user]));
}

function toCreator({ createdById }: ShortUrlRow, members: ReadonlyMap<string, Member>): Creator | null {
  if (createdById === null) return null;
  const member = members.get(createdById);
  if (!member) return { id: createdById, name: null, email: null };
  return { id: createdById, name: `${member.firstName} ${member.lastName}`.trim(), email: member.email };
}
