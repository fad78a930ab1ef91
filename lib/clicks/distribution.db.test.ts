import { readFileSync } from "node:fs";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { statementsDuring } from "@/lib/db/testing/statements";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

/** The tables that docs/scaling.md distributes with Citus, and the column by which a row belongs to a link's shard. */
const DISTRIBUTED: Record<string, string> = { visits: "url_id", click_days: "scope_id" };
const TABLES = Object.keys(DISTRIBUTED);

/** Citus can enforce a key only within a shard, so it must contain the distribution column. */
test.each(Object.entries(DISTRIBUTED))("every unique and foreign key of %s contains %s", async (table, column) => {
  const { rows: unique } = await pool().query<{ name: string; columns: string[] }>(
    `SELECT indexrelid::regclass::text AS name, array_agg(attname::text) AS columns
     FROM pg_index JOIN pg_attribute ON attrelid = indexrelid
     WHERE indisunique AND indrelid IN (SELECT relid FROM pg_partition_tree($1) UNION SELECT $1::regclass)
     GROUP BY indexrelid`,
    [table],
  );
  expect(unique.length).toBeGreaterThan(0);
  expect(unique.filter(({ columns }) => !columns.includes(column))).toEqual([]);
  const { rows: foreign } = await pool().query<{ name: string; columns: string[] }>(
    `SELECT conname AS name, array_agg(attname::text) AS columns
     FROM pg_constraint JOIN pg_attribute
       ON attrelid = $1::regclass AND attnum = ANY (CASE WHEN conrelid = $1::regclass THEN conkey ELSE confkey END)
     WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid) GROUP BY conname`,
    [table],
  );
  expect(foreign.filter(({ columns }) => !columns.includes(column))).toEqual([]);
});

test("no distributed table has a trigger, which Citus refuses", async () => {
  const { rows } = await pool().query(
    "SELECT tgname FROM pg_trigger WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal",
    [TABLES],
  );
  expect(rows).toEqual([]);
});

/** A statement's name in docs/scaling.md. */
function nameOf(statement: string): string {
  const [text = ""] = statement.trim().split(/\bON CONFLICT\b/);
  if (text.includes("ensure_visit_partition")) return "ensure_visit_partition";
  const [verb = ""] = text.split(/\s/);
  const table = TABLES.find((one) => new RegExp(`\\b${one}\\b`).test(text));
  return `${verb} ${table}`;
}

async function drainTwice(clicks: EnrichedClick[]): Promise<string[]> {
  const statements = await statementsDuring(async () => {
    await store(clicks);
    // As if the spool had been put back.
    await store(clicks);
  });
  const tables = new RegExp(`\\b(${TABLES.join("|")}|ensure_visit_partition)\\b`);
  return statements.filter((text) => tables.test(text));
}

test("docs/scaling.md lists the statements of the drain, and each names the shard of every row", async () => {
  const actor = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(actor);
  const create = (page: string) =>
    createUrl(actor, createUrlSchema.parse({ originalUrl: `https://example.com/${page}`, groupId }));
  const urls = await Promise.all(["a", "b"].map(create));
  const statements = await drainTwice(urls.map(({ id }) => enrichedClick(id, "2026-05-31T12:00:00Z")));

  const page = readFileSync("docs/scaling.md", "utf8");
  const listed = [...page.matchAll(/^\| `([\w ]+)` \| (?:Many|All)\b/gm)].map(([, name]) => name);
  expect([...new Set(statements.map(nameOf))].sort()).toEqual(listed.sort());
  const ofRows = statements.filter((text) => !/^\s*LOCK|ensure_visit_partition/.test(text));
  const withoutShard = ofRows.filter(
    (text) => !TABLES.every((table) => !text.includes(table) || text.includes(DISTRIBUTED[table] ?? "")),
  );
  expect(withoutShard).toEqual([]);
});
