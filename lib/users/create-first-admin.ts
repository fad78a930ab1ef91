import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { URL_LIMIT_MAX } from "@/lib/users/schema";

/** Creates the first administrator, with their audit entry, if there are no users. Safe with concurrent processes. */
export async function createFirstAdmin(pool: pg.Pool, email: string): Promise<void> {
  // Most starts need no lock, for which they would wait if somebody is changing users.
  const users = await queryRows(pool, sql`SELECT FROM users LIMIT 1`);
  if (users.length > 0) return;
  await inTransaction(pool, async (client) => {
    await execute(client, sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`);
    const id = uuidv7();
    const user = { email, firstName: "Admin", lastName: "", role: "overall_admin", urlLimit: URL_LIMIT_MAX };
    const created = await execute(
      client,
      sql`
        INSERT INTO users (id, first_name, last_name, email, role, url_limit, updated_at)
        SELECT ${id}, ${user.firstName}, ${user.lastName}, ${email}, ${user.role}::role, ${user.urlLimit}, now()
        WHERE NOT EXISTS (SELECT FROM users)`,
    );
    if (created === 0) return;
    await recordAudit(client, SYSTEM, {
      action: "user.create",
      subject: { type: "user", id, label: email },
      after: user,
    });
  });
}
