import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import type { BulkJob } from "@/lib/bulk-jobs/types";
import { AppError, forbidden } from "@/lib/errors";
import { areFaviconsOn, FAVICONS_OFF } from "@/lib/favicons/switch";
import type { Actor } from "@/lib/users/types";

/**
 * Has the icons of all destinations looked for again.
 *
 * @throws AppError forbidden, conflict
 */
export async function startFaviconRefresh(actor: Actor): Promise<BulkJob> {
  if (!canRunBulkJobs(actor)) throw forbidden();
  if (!areFaviconsOn()) throw new AppError("conflict", FAVICONS_OFF);
  return startBulkJob(actor, "refresh-favicons");
}
