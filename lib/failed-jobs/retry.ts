import { validate as isUuid } from "uuid";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { canSeeFailedJobs } from "@/lib/failed-jobs/policy";
import { toFailedJob } from "@/lib/failed-jobs/queries";
import { findDeadJob, reviveJob } from "@/lib/jobs/dead-jobs";
import type { Actor } from "@/lib/users/types";

export const LINK_EXPIRED = "A sign-in link cannot be sent again. Its user can ask for a new one.";

/**
 * Has a job tried once more.
 *
 * @throws AppError forbidden, not_found, conflict
 */
export async function retryFailedJob(actor: Actor, id: string): Promise<{ id: string }> {
  if (!canSeeFailedJobs(actor)) throw forbidden();
  const dead = isUuid(id) ? await findDeadJob(id) : null;
  if (!dead) throw notFound("Job");
  if (!toFailedJob(dead).canRetry) throw new AppError("conflict", LINK_EXPIRED);
  await prisma().$transaction((tx) =>
    recordAudit(tx, actor, {
      action: "failed_job.retry",
      subject: { type: "failed_job", id, label: dead.queue },
    }),
  );
  await reviveJob(dead);
  return { id };
}
