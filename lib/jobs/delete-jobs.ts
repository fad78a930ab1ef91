import type pg from "pg";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";

/**
 * Deletes all jobs whose payload contains one of these values, in any state, including archived ones. The queue's
 * public interface only finds jobs by id.
 *
 * @param values in lower case
 * @returns the number of deleted jobs
 */
export async function deleteJobsWith(client: pg.ClientBase, values: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const table of ["pgboss.job", "pgboss.archive"]) {
    // The queue creates its tables on its first start.
    const found = await queryRows(client, sql`SELECT WHERE to_regclass(${table}) IS NOT NULL`);
    if (found.length === 0) continue;
    deleted += await execute(
      client,
      sql`
        DELETE FROM ${raw(table)}
        WHERE jsonb_typeof(data) = 'object'
          AND EXISTS (SELECT FROM jsonb_each_text(data) WHERE lower(value) = ANY (${values}))`,
    );
  }
  return deleted;
}
