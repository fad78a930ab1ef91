import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { listeningStates, poolStats } from "@/lib/db/connection-stats";
import { type Sample, sample } from "@/server/metrics/sample";

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

let delays: IntervalHistogram | undefined;

/** Measures the event loop of this process from now on. */
export function watchEventLoop(): void {
  delays ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
}

/** Samples of every process about itself. */
export function processSamples(): Sample[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    sample("hop_process_resident_memory_bytes", rss),
    sample("hop_process_heap_used_bytes", heapUsed),
    sample("hop_process_cpu_seconds_total", (user + system) / 1e6),
    sample("hop_process_start_time_seconds", Math.round(performance.timeOrigin) / 1_000),
    ...eventLoopSamples(),
    ...listeningStates().map(({ channel, isListening }) => sample("hop_listening", Number(isListening), { channel })),
    ...poolStats().flatMap(({ pool, idle, busy, waiting, waits }) => [
      sample("hop_database_connections", idle, { pool, state: "idle" }),
      sample("hop_database_connections", busy, { pool, state: "busy" }),
      sample("hop_database_pool_waiting", waiting, { pool }),
      sample("hop_database_pool_waits_total", waits, { pool }),
    ]),
  ];
}

/**
 * Samples of event loop delay. The histogram contains the time between two ticks of a timer, which is the delay plus
 * the timer's interval.
 */
function eventLoopSamples(): Sample[] {
  if (!delays || delays.count === 0) return [];
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000);
  const samples = [
    sample("hop_event_loop_lag_p99_seconds", seconds(delays.percentile(99))),
    sample("hop_event_loop_lag_max_seconds", seconds(delays.max)),
  ];
  delays.reset();
  return samples;
}
