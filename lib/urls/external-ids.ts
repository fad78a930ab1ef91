import { plainArray, textArray } from "@/lib/db/arrays";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { EXTERNAL_ID_TAKEN } from "@/lib/urls/update";

type WithExternalId = Pick<ShortUrlRow, "externalId">;

/** Groups and external ids, joined by `toKey`. */
export type TakenExternalIds = Set<string>;

const toKey = (groupId: string, externalId: string) => `${groupId} ${externalId}`;

/** Returns the external ids of links that are taken by other links in their new groups. */
export async function findTakenExternalIds(
  client: SqlClient,
  moved: readonly { url: WithExternalId; groupId: string | null }[],
): Promise<TakenExternalIds> {
  const wanted = moved.flatMap(({ url: { externalId }, groupId }) =>
    groupId !== null && externalId !== null ? [{ groupId, externalId }] : [],
  );
  if (wanted.length === 0) return new Set();
  const rows = await queryRows<{ groupId: string; externalId: string }>(
    client,
    sql`
      SELECT group_id AS "groupId", external_id AS "externalId" FROM short_urls
      JOIN unnest(${plainArray(wanted.map(({ groupId }) => groupId))}::uuid[],
                  ${textArray(wanted.map(({ externalId }) => externalId))}::text[]) AS wanted (group_id, external_id)
      USING (group_id, external_id)`,
  );
  return new Set(rows.map(({ groupId, externalId }) => toKey(groupId, externalId)));
}

/**
 * Takes a link's external id in its new group, so that no other link of the same batch gets it.
 *
 * @throws AppError conflict
 */
export function takeExternalId(taken: TakenExternalIds, { externalId }: WithExternalId, groupId: string | null): void {
  if (groupId === null || externalId === null) return;
  const key = toKey(groupId, externalId);
  if (taken.has(key)) throw new AppError("conflict", EXTERNAL_ID_TAKEN, "groupId");
  taken.add(key);
}
