import { type AuditActor, insertAuditEntries } from "@/lib/audit/record";
import { plainArray } from "@/lib/db/arrays";
import type { Transaction } from "@/lib/db/prisma";
import { execute, queryRows, sql } from "@/lib/db/sql";

/** Revokes the shared pages of links in the transaction that deletes them, with an audit entry for each page. */
export async function revokeSharesOfDeleted(
  tx: Transaction,
  actor: AuditActor,
  urls: readonly { id: string; shortCode: string }[],
): Promise<void> {
  if (urls.length === 0) return;
  const labels = new Map(urls.map(({ id, shortCode }) => [id, shortCode]));
  const shares = await queryRows<{ id: string; urlId: string; name: string | null }>(
    tx,
    sql`
      UPDATE stat_shares SET revoked_at = now()
      WHERE url_id = ANY (${plainArray([...labels.keys()])}::uuid[])
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      RETURNING id, url_id AS "urlId", name`,
  );
  if (shares.length === 0) return;
  const entries = shares.map(({ id, urlId, name }) => ({
    actor,
    event: {
      action: "short_url.revoke_share" as const,
      subject: { type: "short_url", id: urlId, label: labels.get(urlId) ?? "" },
      before: { shareId: id, name },
    },
  }));
  await execute(tx, insertAuditEntries(entries));
}
