import { sql } from "@/lib/db/sql";

/** Conditions on clicks and on click_days. */
export const BOTS_SQL = { include: sql`true`, exclude: sql`NOT is_bot`, only: sql`is_bot` } as const;
