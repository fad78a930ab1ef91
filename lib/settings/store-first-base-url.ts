import type pg from "pg";

/** BASE_URL is the first value of the setting base_url; what an administrator set later wins. */
export async function storeFirstBaseUrl(pool: pg.Pool, baseUrl: string | undefined): Promise<void> {
  if (baseUrl === undefined) return;
  await pool.query(
    "INSERT INTO settings (key, value, updated_at) VALUES ('base_url', $1, now()) ON CONFLICT DO NOTHING",
    [baseUrl],
  );
}
