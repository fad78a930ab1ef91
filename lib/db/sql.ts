import type pg from "pg";
import { rethrowDatabaseError } from "@/lib/database-unavailable";

export type Statement = { readonly text: string; readonly values: unknown[] };

/** A statement or a fragment of one. Its values are sent to Postgres separately from its text. */
export class Sql implements Statement {
  /** Contains positional parameters. */
  readonly text: string;

  constructor(
    readonly strings: readonly string[],
    readonly values: unknown[],
  ) {
    this.text = strings.reduce((text, string, index) => `${text}$${index}${string}`);
  }
}

/**
 * Builds a statement: sql`SELECT name FROM users WHERE id = ${id}`. A nested `Sql` becomes part of the text; any other
 * value becomes a parameter.
 */
export function sql(strings: TemplateStringsArray, ...inputs: unknown[]): Sql {
  const texts = [strings[0] ?? ""];
  const values: unknown[] = [];
  const append = (text = "") => texts.push(`${texts.pop()}${text}`);
  for (const [index, input] of inputs.entries()) {
    const following = strings[index + 1] ?? "";
    if (input instanceof Sql) {
      append(input.strings[0]);
      texts.push(...input.strings.slice(1));
      values.push(...input.values);
      append(following);
    } else {
      values.push(input);
      texts.push(following);
    }
  }
  return new Sql(texts, values);
}

/** Text that is inserted into a statement unchecked. Never pass user input. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** @param fragments at least one */
export function join(fragments: readonly Sql[], separator: string): Sql {
  return fragments.reduce((joined, fragment) => sql`${joined}${raw(separator)}${fragment}`);
}

/** A client or pool of pg, or `readPool()`. */
export type Reader = {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  query<Row extends unknown[]>(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>>;
};
/** Prisma's client, or a transaction of it. Prisma itself is not imported: the fronts run without it. */
type PrismaClient = {
  $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
};
export type SqlClient = Reader | PrismaClient;

/**
 * Runs a statement and returns its rows. int8 columns are strings with pg and bigints with Prisma.
 *
 * @param name keeps the statement prepared on each connection under this name; with pg only
 */
export async function queryRows<Row extends pg.QueryResultRow>(
  client: SqlClient,
  { text, values }: Statement,
  name?: string,
): Promise<Row[]> {
  if ("$queryRawUnsafe" in client) return client.$queryRawUnsafe<Row[]>(text, ...values);
  const { rows } = await client.query<Row>({ text, values, ...(name && { name }) }).catch(rethrowDatabaseError);
  return rows;
}

/** Like `queryRows`, with the values of each row in the order of the columns: faster for many rows. With pg only. */
export async function queryTuples<Row extends unknown[]>(
  client: Reader,
  { text, values }: Statement,
  name?: string,
): Promise<Row[]> {
  const config = { text, values, rowMode: "array" as const, ...(name && { name }) };
  const { rows } = await client.query<Row>(config).catch(rethrowDatabaseError);
  return rows;
}

/**
 * Runs a statement.
 *
 * @param name as for `queryRows`
 * @returns the number of rows inserted, updated or deleted
 */
export async function execute(client: SqlClient, { text, values }: Statement, name?: string): Promise<number> {
  if ("$executeRawUnsafe" in client) return client.$executeRawUnsafe(text, ...values);
  const { rowCount } = await client.query({ text, values, ...(name && { name }) }).catch(rethrowDatabaseError);
  return rowCount ?? 0;
}
