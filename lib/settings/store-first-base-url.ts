import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";

/** Stores BASE_URL as the initial value of the setting base_url. Never overwrites a stored value. */
export async function storeFirstBaseUrl(pool: pg.Pool, baseUrl: string | undefined): Promise<void> {
  if (baseUrl === undefined) return;
  await execute(
    pool,
    sql`INSERT INTO settings (key, value, updated_at) VALUES ('base_url', ${baseUrl}, now()) ON CONFLICT DO NOTHING`,
  );
}
