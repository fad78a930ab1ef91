/**
 * Waiting jobs of several requesters, who take turns. When it is full, whoever has the most jobs loses the newest, so
 * that nobody keeps others out.
 */
export function createJobQueue<Job extends { requester: string }>(maxLength: number) {
  /** Whose turn is next comes first. */
  const waiting = new Map<string, Job[]>();
  let length = 0;

  function remove(requester: string, jobs: Job[], index: number): Job | undefined {
    const [job] = jobs.splice(index, 1);
    length -= 1;
    if (jobs.length === 0) waiting.delete(requester);
    return job;
  }

  return {
    /** @returns the job for which there is no room, if any; it may be another one */
    push(job: Job): Job | undefined {
      const own = waiting.get(job.requester) ?? [];
      own.push(job);
      waiting.set(job.requester, own);
      length += 1;
      if (length <= maxLength) return undefined;
      let [loser, most] = [job.requester, own];
      for (const [requester, jobs] of waiting) if (jobs.length > most.length) [loser, most] = [requester, jobs];
      return remove(loser, most, most.length - 1);
    },
    /** Removes the next job that is ready. */
    shift(isReady: (job: Job) => boolean): Job | undefined {
      for (const [requester, jobs] of waiting) {
        const index = jobs.findIndex(isReady);
        if (index < 0) continue;
        const job = remove(requester, jobs, index);
        if (waiting.delete(requester)) waiting.set(requester, jobs);
        return job;
      }
      return undefined;
    },
  };
}
