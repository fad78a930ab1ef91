import { processWide } from "@/lib/process-wide";

const shutdown = processWide("hopShutdown", () => new AbortController());

/** Aborted when this process shuts down; endless work such as streams must stop then. */
export function shutdownSignal(): AbortSignal {
  return shutdown.signal;
}

export function announceShutdown(): void {
  shutdown.abort();
}
