import type { Actor } from "@/lib/actor";
import type { ListAuditQuery } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import { listAudit } from "@/lib/audit/queries";
import type { AuditEntry } from "@/lib/audit/types";
import { forbidden } from "@/lib/errors";
import type { Page } from "@/lib/list-query";
import { findUrlIdsByText } from "@/lib/urls/list";
import { findUsers } from "@/lib/users/queries";

/** Maximum number of matching links, and of matching people, for which the log is searched. */
const MAX_SUBJECTS = 500;

/**
 * Lists audit entries, newest first. With a search text, lists entries about links with it in their short code or
 * destination, and entries by or about people with it in their name or email address. If more links or people match
 * than MAX_SUBJECTS, there are more entries than the total.
 *
 * @throws AppError forbidden, invalid
 */
export async function searchAudit(actor: Actor, { q, ...query }: ListAuditQuery): Promise<Page<AuditEntry>> {
  if (!canReadAudit(actor)) throw forbidden();
  if (!q) return listAudit(actor, query);
  const [urls, people] = await Promise.all([
    findUrlIdsByText(actor, q, MAX_SUBJECTS),
    findUsers({ q, limit: MAX_SUBJECTS }),
  ]);
  const page = await listAudit(actor, query, { urlIds: urls.ids, userIds: people.items.map(({ id }) => id) });
  const isPartial = urls.hasMore || people.nextCursor !== null;
  return isPartial ? { ...page, hasMoreThanTotal: true } : page;
}
