import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { RedirectorState } from "@/lib/redirect/redirector";

/** Asked by many, the database is asked once in this time. */
const FRESH_MS = 1_000;
const PATIENCE_MS = 800;

type Migrations = "current" | "pending" | "unknown";
type Store = { database: "up" | "down"; migrations: Migrations };

export type Health = {
  status: number;
  body: Store & RedirectorState & { status: "ready" | "degraded" | "unavailable" };
};

export type HealthCheck = { ready(): Promise<Health>; close(): Promise<void> };

/**
 * Whether this front should get visitors. Without its database it still should, as long as it knows
 * links: it says `degraded` then, with status 200. With nothing to lead to it says 503.
 */
export function createHealthCheck(databaseUrl: string, redirectorState: () => RedirectorState): HealthCheck {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    idleTimeoutMillis: 5_000,
  });
  pool.on("error", () => undefined);
  let checked: { at: number; store: Promise<Store> } | undefined;

  async function checkStore(): Promise<Store> {
    try {
      const { rows } = await pool.query<{ migration_name: string }>(
        "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
      );
      const applied = new Set(rows.map(({ migration_name }) => migration_name));
      return {
        database: "up",
        migrations: listMigrations().every((name) => applied.has(name)) ? "current" : "pending",
      };
    } catch {
      return { database: "down", migrations: "unknown" };
    }
  }

  return {
    async ready() {
      if (!checked || Date.now() - checked.at > FRESH_MS) checked = { at: Date.now(), store: checkStore() };
      const store = await checked.store;
      const state = redirectorState();
      const isWhole = store.database === "up" && store.migrations === "current" && state.isListening;
      const canRedirect = store.database === "up" || state.cachedLinks > 0;
      const status = isWhole ? "ready" : canRedirect ? "degraded" : "unavailable";
      return { status: canRedirect ? 200 : 503, body: { status, ...store, ...state } };
    },
    close: () => pool.end(),
  };
}

function listMigrations(): string[] {
  return readdirSync(path.resolve("prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
