import { setTimeout as sleep } from "node:timers/promises";
import type { Callers } from "@/bench/faults/upgrade-data";
import type { Database } from "@/bench/harness/database";

const WATCH_MS = 100;
const CREATE_MS = 200;
const CALL_MS = 500;

type Progress = { done: number; total: number; isFinished: boolean };

/** Progress of the clicks' background migration; null before it is registered. */
export async function readProgress({ pool }: Database): Promise<Progress | null> {
  const { rows } = await pool
    .query<{ done: string; total: string; isFinished: boolean }>(
      `SELECT done, total, finished_at IS NOT NULL AS "isFinished" FROM background_migrations WHERE name = 'clicks to visits'`,
    )
    .catch(() => ({ rows: [] }));
  const [row] = rows;
  return row ? { done: Number(row.done), total: Number(row.total), isFinished: row.isFinished } : null;
}

type Sample = { at: number; clicks: number; lockWaitMs: number };

/** Polls the number of counted clicks and the processes that wait for locks. */
export function watchDatabase({ pool }: Database) {
  const samples: Sample[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const { rows } = await pool
        .query<{ clicks: string; wait: string | null }>(
          `SELECT (SELECT sum(click_count) FROM short_urls) AS clicks,
                  (SELECT max(extract(epoch FROM clock_timestamp() - waitstart)) * 1000 FROM pg_locks
                   WHERE NOT granted AND locktype <> 'advisory') AS wait`,
        )
        .catch(() => ({ rows: [] }));
      const [row] = rows;
      if (row) samples.push({ at: performance.now(), clicks: Number(row.clicks), lockWaitMs: Number(row.wait ?? 0) });
      await sleep(WATCH_MS);
    }
  })();
  return {
    longestLockWait: (from: number, to: number) =>
      Math.max(0, ...within(samples, from, to).map(({ lockWaitMs }) => lockWaitMs)),
    /** The longest time without newly counted clicks. */
    longestPause(from: number, to: number): number {
      let [longest, since, clicks] = [0, from, -1];
      for (const sample of within(samples, from, to)) {
        if (sample.clicks === clicks) continue;
        if (clicks >= 0) longest = Math.max(longest, sample.at - since);
        clicks = sample.clicks;
        since = sample.at;
      }
      return Math.max(longest, to - since);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

type Call = { at: number; ms: number; status: number; path: string };

/** Starts a client that creates links with an API key, and a user who reads the dashboard. */
export function startCallers(url: string, { cookie, apiKey, emails }: Callers) {
  const calls: Call[] = [];
  let isOver = false;
  const ask = async (path: string, init: RequestInit) => {
    const began = performance.now();
    const status = await fetch(url + path, { redirect: "manual", ...init }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    calls.push({ at: began, ms: performance.now() - began, status, path });
  };
  const creating = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const body = JSON.stringify({ url: "https://example.com/created", email: emails[turn % emails.length] });
      const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
      await ask("/api/v1/urls", { method: "POST", headers, body });
      await sleep(CREATE_MS);
    }
  })();
  const looking = (async () => {
    const paths = ["/api/auth/user", "/api/urls?limit=10", "/api/analytics/global", "/urls"];
    for (let turn = 0; !isOver; turn++) {
      await ask(paths[turn % paths.length] ?? "", { headers: { Cookie: cookie } });
      await sleep(CALL_MS);
    }
  })();
  return {
    created: (from: number, to: number) => within(calls, from, to).filter(({ path }) => path === "/api/v1/urls"),
    looked: (from: number, to: number) => within(calls, from, to).filter(({ path }) => path !== "/api/v1/urls"),
    async stop() {
      isOver = true;
      await Promise.all([creating, looking]);
    },
  };
}

function within<T extends { at: number }>(all: T[], from: number, to: number): T[] {
  return all.filter(({ at }) => at >= from && at <= to);
}

/** "3 x 201, 1 x 503" */
export function statusesOf(calls: Call[]): string {
  const counts = new Map<number, number>();
  for (const { status } of calls) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(", ");
}
