import type pg from "pg";

/**
 * Deletes the jobs that carry one of these values, in whatever state they are, archived ones too.
 *
 * @param values in lower case
 * @returns how many were deleted
 */
export async function deleteJobsWith(client: pg.ClientBase, values: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const table of ["pgboss.job", "pgboss.archive"]) {
    // The queue makes its tables at its first start.
    const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [table]);
    if (!rows[0]?.exists) continue;
    const { rowCount } = await client.query(
      `DELETE FROM ${table}
       WHERE jsonb_typeof(data) = 'object'
         AND EXISTS (SELECT FROM jsonb_each_text(data) WHERE lower(value) = ANY ($1))`,
      [values],
    );
    deleted += rowCount ?? 0;
  }
  return deleted;
}
