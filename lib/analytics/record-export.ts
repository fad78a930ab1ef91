import type { Actor } from "@/lib/actor";
import type { ExportQuery } from "@/lib/analytics/schema";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";

/** Records in the audit log who downloads which clicks, since they may contain visitors' addresses. */
export async function recordExport(
  actor: Actor,
  { url, group, bots }: Pick<ExportQuery, "url" | "group" | "bots">,
  fileName: string,
): Promise<void> {
  await recordAudit(prisma(), actor, {
    action: "export.download",
    subject: { type: "export", id: url ?? group ?? "", label: fileName },
    after: { ...(group && { groupId: group }), bots },
  });
}
