/** Kept in one place for all bundles of the process, as the pool is. */
const kept = globalThis as typeof globalThis & { hopShutdown?: AbortController };

function controller(): AbortController {
  kept.hopShutdown ??= new AbortController();
  return kept.hopShutdown;
}

/** Is aborted when this process is to end: what would go on for ever ends itself then. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

export function announceShutdown(): void {
  controller().abort();
}
