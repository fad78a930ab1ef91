import { createHash } from "node:crypto";
import type pg from "pg";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { plainArray, textArray } from "@/lib/db/arrays";
import { execute, join, queryRows, raw, type SqlClient, sql } from "@/lib/db/sql";

/*
 * Values that many clicks share are stored once and referenced (decision 0160). A row has the text that the visitor
 * sent, if any, and the names under which it is counted, so different names for one text are different rows.
 */

/**
 * New rows of a table per day, since visitors can invent any number of texts. Rows beyond this lack the column
 * `limited`.
 */
export const MAX_NEW_ROWS = 10_000;
/** Per table: about 10 MB of usual texts, and 50 MB of the longest. */
const MAX_KNOWN = 50_000;
/** The id of unknown values. */
const NOTHING = 0;

type Values = readonly (string | null)[];

export type ValueLimits = {
  /** Infinity for values that are stored already, which don't count towards their day's limit either. */
  newRows?: number;
  knownIds?: number;
};

/** The values of a click that are stored elsewhere. */
export type ReferencedValues = Pick<
  EnrichedClick,
  "userAgent" | "deviceType" | "os" | "browser" | "referer" | "referrerHost" | "country" | "city" | "language"
>;

type ValueTable = {
  name: "user_agents" | "referrers" | "places";
  columns: readonly string[];
  /** Values in the order of the columns. */
  valuesOf: (click: ReferencedValues) => Values;
  /** The index of the column that is empty in rows beyond MAX_NEW_ROWS. The others are bounded (decision 0045). */
  limited: number;
  known: Map<string, Known>;
};

/** `month` is that of the newest click known to the database. */
type Known = { id: number; month: string };

export const USER_AGENTS: ValueTable = {
  name: "user_agents",
  columns: ["user_agent", "device_type", "os", "browser"],
  valuesOf: ({ userAgent, deviceType, os, browser }) => [userAgent, deviceType, os, browser],
  limited: 0,
  known: new Map(),
};
export const REFERRERS: ValueTable = {
  name: "referrers",
  columns: ["referer", "referrer_host"],
  valuesOf: ({ referer, referrerHost }) => [referer, referrerHost],
  limited: 0,
  known: new Map(),
};
/**
 * Includes the visitor's language: a row per pair adds nothing to a click, while a separate reference would add eight
 * bytes.
 */
const PLACES: ValueTable = {
  name: "places",
  columns: ["country", "city", "language"],
  valuesOf: ({ country, city, language }) => [country, city, language],
  limited: 2,
  known: new Map(),
};
export const TABLES = [USER_AGENTS, REFERRERS, PLACES];

/** Ids in the order of the clicks. */
type ValueIds = {
  userAgents: number[];
  referrers: number[];
  places: number[];
  /** Languages that their places lack; empty for all others. */
  languages: string[];
};

/**
 * Finds the ids of the clicks' values, and adds new values. Runs outside the caller's transaction, so that concurrent
 * workers do not wait for it and its rollback removes no id. The caller holds lockCountingShared, under which no row is
 * deleted, and has called `forgetDeletedValues`.
 */
export async function findValueIds(
  pool: pg.Pool,
  clicks: readonly (ReferencedValues & { at: number })[],
  { newRows = MAX_NEW_ROWS, knownIds = MAX_KNOWN }: ValueLimits = {},
): Promise<ValueIds> {
  const newest = clicks.reduce((latest, { at }) => Math.max(latest, at), 0);
  const month = `${new Date(newest).toISOString().slice(0, 7)}-01`;
  const asked = { clicks, month, newRows, knownIds };
  const [userAgents, referrers, places] = await Promise.all([
    idsIn(pool, USER_AGENTS, asked),
    idsIn(pool, REFERRERS, asked),
    idsIn(pool, PLACES, asked),
  ]);
  const languages = clicks.map(({ language }, index) =>
    language !== null && places.lacking.has(places.keys[index] ?? "") ? language : "",
  );
  return { userAgents: userAgents.ids, referrers: referrers.ids, places: places.ids, languages };
}

type Asked = { month: string } & Required<ValueLimits>;

async function idsIn(
  pool: pg.Pool,
  table: ValueTable,
  { clicks, ...asked }: Asked & { clicks: readonly ReferencedValues[] },
): Promise<{ ids: number[]; keys: string[]; lacking: ReadonlySet<string> }> {
  const keys: string[] = [];
  // Not looked up in `table.known` later, which may be cleared in the meantime.
  const ids = new Map([["", NOTHING]]);
  const unknown = new Map<string, Values>();
  for (const click of clicks) {
    const values = table.valuesOf(click);
    const key = keyOf(values);
    keys.push(key);
    if (ids.has(key) || unknown.has(key)) continue;
    const known = table.known.get(key);
    if (known && known.month >= asked.month) ids.set(key, known.id);
    else unknown.set(key, values);
  }
  /** Keys whose row lacks the limited column. */
  const lacking = new Set<string>();
  if (unknown.size > 0) {
    for (const [key, id] of await findOrAdd(pool, table, { ...asked, values: unknown, lacking })) ids.set(key, id);
  }
  return { ids: keys.map((key) => ids.get(key) ?? NOTHING), keys, lacking };
}

/** Empty if there is no value. */
function keyOf(values: Values): string {
  return values.every((value) => value === null) ? "" : values.map((value) => value ?? "\u0001").join("\0");
}

type Wanted = Asked & { values: Map<string, Values> };

async function findOrAdd(
  pool: pg.Pool,
  table: ValueTable,
  { lacking, ...wanted }: Wanted & { lacking: Set<string> },
): Promise<Map<string, number>> {
  const ids = await find(pool, table, wanted);
  const missing = new Map([...wanted.values].filter(([key]) => !ids.has(key)));
  if (missing.size === 0) return ids;
  const stored = await boundRows(pool, table, { ...wanted, values: missing });
  for (const [key, one] of stored) if (one !== missing.get(key)) lacking.add(key);
  const added = new Map([...stored.values()].map((one) => [keyOf(one), one]));
  added.delete("");
  await add(pool, table, { ...wanted, values: added });
  const addedIds = await find(pool, table, { ...wanted, values: added });
  for (const [key, one] of stored) ids.set(key, addedIds.get(keyOf(one)) ?? NOTHING);
  return ids;
}

/** Drops the limited value of rows beyond the day's limit. Concurrent workers may each admit a few more. */
async function boundRows(
  pool: pg.Pool,
  table: ValueTable,
  { values: missing, newRows }: Wanted,
): Promise<Map<string, Values>> {
  if (newRows === Number.POSITIVE_INFINITY) return missing;
  const [row] = await queryRows<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count
        FROM (SELECT FROM ${raw(table.name)} WHERE added_on = CURRENT_DATE LIMIT ${newRows}) AS added`,
  );
  let room = newRows - (row?.count ?? 0);
  const bounded = new Map<string, Values>();
  for (const [key, values] of missing) bounded.set(key, room-- > 0 ? values : values.with(table.limited, null));
  return bounded;
}

async function find(
  pool: pg.Pool,
  table: ValueTable,
  { values, month, knownIds }: Wanted,
): Promise<Map<string, number>> {
  const keys = [...values.keys()];
  const rows = await queryRows<{ position: number; id: number; month: string }>(
    pool,
    sql`SELECT position::int, id, last_month::text AS month
        FROM unnest(${plainArray(keys.map(digestOf))}::uuid[]) WITH ORDINALITY AS wanted (digest, position)
        JOIN ${raw(table.name)} USING (digest)`,
    `find-${table.name}`,
  );
  const outdated = rows.filter((row) => row.month < month).map(({ id }) => id);
  if (outdated.length > 0) await setMonth(pool, table, { ids: outdated, month });
  if (table.known.size + rows.length > knownIds) table.known.clear();
  const ids = new Map<string, number>();
  for (const row of rows) {
    const key = keys[row.position - 1] ?? "";
    ids.set(key, row.id);
    table.known.set(key, { id: row.id, month: row.month < month ? month : row.month });
  }
  return ids;
}

/** Updates rows in the order of their ids, so that concurrent workers do not deadlock. */
async function setMonth(pool: pg.Pool, table: ValueTable, { ids, month }: { ids: number[]; month: string }) {
  const name = raw(table.name);
  await execute(
    pool,
    sql`UPDATE ${name} SET last_month = ${month} WHERE id IN (
          SELECT id FROM ${name} WHERE id = ANY (${plainArray(ids)}::int[]) AND last_month < ${month}
          ORDER BY id FOR UPDATE
        )`,
  );
}

/**
 * Adds rows in the order of their digests, for the same reason. A row that exists is left out, not just in conflict,
 * which would use up an id.
 */
async function add(pool: pg.Pool, table: ValueTable, { values, month, newRows }: Wanted): Promise<void> {
  const rows = [...values].map(([key, one]) => ({ digest: digestOf(key), values: one }));
  if (rows.length === 0) return;
  rows.sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const columns = raw(table.columns.join(", "));
  const arrays = table.columns.map(
    (_, index) => sql`${textArray(rows.map((row) => row.values[index] ?? null))}::text[]`,
  );
  const addedOn = newRows === Number.POSITIVE_INFINITY ? sql`date 'epoch'` : sql`CURRENT_DATE`;
  await execute(
    pool,
    sql`INSERT INTO ${raw(table.name)} (digest, last_month, added_on, ${columns})
        SELECT digest, ${month}::date, ${addedOn}, ${columns}
        FROM unnest(${plainArray(rows.map(({ digest }) => digest))}::uuid[], ${join(arrays, ", ")})
          AS added (digest, ${columns})
        WHERE NOT EXISTS (SELECT FROM ${raw(table.name)} AS stored WHERE stored.digest = added.digest)
        ON CONFLICT (digest) DO NOTHING`,
  );
}

/** Half of a SHA-256, in hex. */
function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}

let generation: string | undefined;

/** Discards cached ids if rows were deleted, or if the server was replaced. The caller holds lockCountingShared. */
export async function forgetDeletedValues(client: SqlClient): Promise<void> {
  const current = await readValuesGeneration(client);
  if (current === generation) return;
  for (const { known } of TABLES) known.clear();
  generation = current;
}

/**
 * Ids of values stay valid while this is unchanged. It changes when rows are deleted, and with the server: a promoted
 * standby or a restored database may lack the newest rows.
 */
export async function readValuesGeneration(client: SqlClient): Promise<string> {
  const [row] = await queryRows<{ generation: string }>(
    client,
    sql`SELECT last_value || ' ' || pg_postmaster_start_time() AS generation FROM click_values_generation`,
    "values-generation",
  );
  return row?.generation ?? "";
}
