import type pg from "pg";

/** What the redirect knows of a short URL. */
export type Link = { id: string; status: "active" | "paused" | "deleted"; destination: string };

/** Looks a short code up, without regard to case; null when no link has it. */
export async function findLink(pool: pg.Pool, key: string): Promise<Link | null> {
  const { rows } = await pool.query<Link>({
    name: "find-link",
    text: "SELECT id, status, original_url AS destination FROM short_urls WHERE lower(short_code) = $1",
    values: [key],
  });
  return rows[0] ?? null;
}
