import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";

/** Longer than anyone edits a design. */
const KEPT_UNUSED = sql`interval '1 day'`;

/** Deletes logos that no design has used for a day after their upload. */
export async function removeUnusedLogos(pool: pg.Pool): Promise<void> {
  await execute(
    pool,
    sql`
      DELETE FROM qr_logos WHERE created_at < now() - ${KEPT_UNUSED}
        AND NOT EXISTS (SELECT FROM qr_templates WHERE logo_id = qr_logos.id)
        AND NOT EXISTS (SELECT FROM qr_designs WHERE logo_id = qr_logos.id)`,
  );
}
