import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { inTransaction } from "@/lib/db/transaction";

const MOST_URLS = 100;

/**
 * Makes the first administrator when there is no user at all (design section 6). Of several
 * processes that start at once, one does.
 */
export async function createFirstAdmin(pool: pg.Pool, email: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    await client.query(
      `INSERT INTO users (id, first_name, last_name, email, role, url_limit, updated_at)
       SELECT $1, 'Admin', '', $2, 'overall_admin', $3, now()
       WHERE NOT EXISTS (SELECT FROM users)`,
      [uuidv7(), email, MOST_URLS],
    );
  });
}
