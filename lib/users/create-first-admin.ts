import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { execute, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { URL_LIMIT_MAX } from "@/lib/users/schema";

/** Creates the first administrator if there are no users. Safe with concurrent processes. */
export async function createFirstAdmin(pool: pg.Pool, email: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await execute(client, sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`);
    await execute(
      client,
      sql`
        INSERT INTO users (id, first_name, last_name, email, role, url_limit, updated_at)
        SELECT ${uuidv7()}, 'Admin', '', ${email}, 'overall_admin', ${URL_LIMIT_MAX}, now()
        WHERE NOT EXISTS (SELECT FROM users)`,
    );
  });
}
