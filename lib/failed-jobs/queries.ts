import { forbidden } from "@/lib/errors";
import { canSeeFailedJobs } from "@/lib/failed-jobs/policy";
import type { FailedJob } from "@/lib/failed-jobs/types";
import { type DeadJob, listDeadJobs } from "@/lib/jobs/dead-jobs";
import { withoutSecrets } from "@/lib/jobs/without-secrets";
import type { Actor } from "@/lib/users/types";

/** Of a thousand the latest tell what is wrong. */
const LISTED = 100;
const MOST_ERROR_CHARACTERS = 300;

/**
 * The jobs that were given up in the last week, the latest first.
 *
 * @throws AppError forbidden
 */
export async function listFailedJobs(actor: Actor): Promise<FailedJob[]> {
  if (!canSeeFailedJobs(actor)) throw forbidden();
  return (await listDeadJobs(LISTED)).map(toFailedJob);
}

export function toFailedJob({ id, queue, createdAt, failedAt, tries, error }: DeadJob): FailedJob {
  return {
    id,
    queue,
    createdAt: createdAt.toISOString(),
    failedAt: failedAt.toISOString(),
    tries,
    error: withoutSecrets(error).slice(0, MOST_ERROR_CHARACTERS),
    canRetry: queue !== "sign-in-link",
  };
}
