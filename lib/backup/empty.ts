import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { BackupError } from "@/lib/backup/error";
import { existingTables } from "@/lib/backup/snapshot";
import { LISTENER } from "@/lib/db/listen";
import { queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { plural } from "@/lib/format";
import { COUNTED_ZONE } from "@/lib/settings/counted-zone";
import { SECRET_FINGERPRINT } from "@/lib/settings/secret-fingerprint";
import { TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";

/** Settings that a start stores. */
const OF_START = sql`key IN ('base_url', ${TLS_OPTIONAL_HOST}, ${SECRET_FINGERPRINT}, ${COUNTED_ZONE})`;

/**
 * Data that must not be lost, with its display name. Dependent data, such as members and keys of groups, is not listed.
 */
const PRECIOUS: { table: string; one: string; isOfStart?: Sql }[] = [
  { table: "users", one: "user" },
  { table: "groups", one: "group" },
  { table: "short_urls", one: "link" },
  { table: "qr_templates", one: "QR template" },
  { table: "qr_logos", one: "logo" },
  { table: "settings", one: "setting", isOfStart: OF_START },
  { table: "click_days", one: "counted day" },
  { table: "visits", one: "click" },
  { table: "clicks", one: "click" },
  // Perhaps the only copy of clicks that were stored before their links were restored.
  { table: "rejected_clicks", one: "rejected click" },
];
/** The first start creates an administrator. */
const FIRST_USERS = 1;

/** @throws BackupError if existing tables contain anything that a first start does not create */
export async function assertEmpty(client: pg.ClientBase): Promise<void> {
  const existing = new Set(await existingTables(client));
  const found: string[] = [];
  for (const { table, one, isOfStart = sql`false` } of PRECIOUS) {
    if (!existing.has(table)) continue;
    const [row] = await queryRows<{ rows: number }>(
      client,
      sql`SELECT count(*)::int AS rows FROM ${raw(pg.escapeIdentifier(table))} WHERE NOT (${isOfStart})`,
    );
    const count = row?.rows ?? 0;
    if (count > (table === "users" ? FIRST_USERS : 0)) found.push(plural(count, one));
  }
  if (found.length === 0) return;
  throw new BackupError(
    `The database already has ${found.join(", ")}. Restore the backup into an empty one: another database, or another DATA_DIR.`,
  );
}

/** How long connections of a Hop that was stopped may take to end. Tests change it. */
export const ENDING = { graceMs: 2_000 };
const RETRY_MS = 50;

/** @throws BackupError while the database is in use: a running Hop would not notice the loaded data */
export async function assertUnused(client: pg.ClientBase): Promise<void> {
  const until = performance.now() + ENDING.graceMs;
  for (;;) {
    const others = await countOthers(client);
    if (others === 0) return;
    if (performance.now() >= until) {
      throw new BackupError(`The database is in use (${plural(others, "connection")}): stop every Hop that uses it.`);
    }
    await sleep(RETRY_MS);
  }
}

/** Every process of Hop has a listener, whatever its database user; other connections may be monitoring. */
async function countOthers(client: pg.ClientBase): Promise<number> {
  const [row] = await queryRows<{ others: number }>(
    client,
    sql`SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (backend_type = 'client backend' AND usename = current_user OR application_name = ${LISTENER})`,
  );
  return row?.others ?? 0;
}
