import type pg from "pg";
import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { execute, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";

/** Stores BASE_URL as the initial value of the setting base_url. Never overwrites a stored value. Audited. */
export async function storeFirstBaseUrl(pool: pg.Pool, baseUrl: string | undefined): Promise<void> {
  if (baseUrl === undefined) return;
  await inTransaction(pool, async (client) => {
    const stored = await execute(
      client,
      sql`INSERT INTO settings (key, value, updated_at) VALUES ('base_url', ${baseUrl}, now()) ON CONFLICT DO NOTHING`,
    );
    if (stored === 0) return;
    await recordAudit(client, SYSTEM, {
      action: "setting.update",
      subject: { type: "setting", id: "base_url", label: "base_url" },
      before: { value: null },
      after: { value: baseUrl },
    });
  });
}
