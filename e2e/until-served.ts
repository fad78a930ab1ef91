import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 500;
const MAX_TRIES = 20;

/** Repeats a request while the answer is 503, as it is while the database is too slow (promise B1). */
export async function untilServed<T>(send: () => Promise<T>, statusOf: (answer: T) => number): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (statusOf(answer) !== 503 || tries === MAX_TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}
