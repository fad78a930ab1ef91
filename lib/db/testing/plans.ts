import pg from "pg";
import { pool } from "@/lib/db/pool";

/** The parts of a query plan's node that tests check. */
export type Plan = {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/**
 * Runs work, and repeats its statements that contain `text` with EXPLAIN ANALYZE.
 *
 * @param avoided kinds of scans, besides those of whole tables, that Postgres takes only if there is no other
 */
export async function explain(
  text: string,
  work: () => Promise<unknown>,
  avoided: "bitmapscan"[] = [],
): Promise<Plan[]> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  await work();
  const calls = query.mock.calls as unknown as [{ text?: string; values?: unknown[] }, unknown[]?][];
  const statements = calls.map(([{ text = "", values }, given]) => ({ text, values: values ?? given ?? [] }));
  query.mockRestore();
  const plans: Plan[] = [];
  const client = await pool().connect();
  try {
    // Postgres would scan a small table in full, even with a matching index.
    for (const scan of ["seqscan", ...avoided]) await client.query(`SET enable_${scan} = off`);
    for (const statement of statements.filter((one) => one.text.includes(text))) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, statement.values);
      plans.push(rows[0]["QUERY PLAN"][0].Plan);
    }
  } finally {
    client.release(true);
  }
  return plans;
}

/** The number of a table's rows that a plan reads, including those it filters out. */
export function rowsRead(table: string, plan: Plan): number {
  const { "Actual Rows": kept, "Rows Removed by Filter": dropped = 0, "Actual Loops": loops } = plan;
  const own = plan["Relation Name"] === table ? (kept + dropped) * loops : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(table, child), own);
}
