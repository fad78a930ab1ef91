import { plainArray, textArray } from "@/lib/db/arrays";
import { execute, queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";

export const EXTERNAL_ID_TAKEN = "The group has another short URL with the same external id";

/** A link's group, and its external id there. */
type Place = { groupId?: string | null; externalId?: string | null };

/** Groups and external ids, joined by `toKey`. */
export type TakenExternalIds = Set<string>;

const toKey = (groupId: string, externalId: string) => `${groupId} ${externalId}`;

/** Returns the external ids that links of the groups have already. */
export async function findTakenExternalIds(client: SqlClient, places: readonly Place[]): Promise<TakenExternalIds> {
  const wanted = places.flatMap(({ groupId, externalId }) => (groupId && externalId ? [{ groupId, externalId }] : []));
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
 * Takes the external id for a link that returns to its former group, so that no other link of the same batch gets it.
 *
 * @throws AppError conflict
 */
export function takeExternalId(taken: TakenExternalIds, { groupId, externalId }: Place): void {
  if (!groupId || !externalId) return;
  const key = toKey(groupId, externalId);
  if (taken.has(key)) throw new AppError("conflict", EXTERNAL_ID_TAKEN, "groupId");
  taken.add(key);
}

/**
 * Waits for concurrent creations with this external id, and holds off later ones until the transaction ends.
 *
 * @returns the id of the group's link that has it, if there is one
 */
export async function lockExternalId(
  client: SqlClient,
  groupId: string,
  externalId: string,
): Promise<string | undefined> {
  await execute(client, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${groupId} ${externalId}`}, 0))`);
  const [existing] = await queryRows<{ id: string }>(
    client,
    sql`SELECT id FROM short_urls WHERE group_id = ${groupId}::uuid AND external_id = ${externalId}`,
  );
  return existing?.id;
}
