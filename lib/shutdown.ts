/** Shared by all bundles of the process. */
const kept = globalThis as typeof globalThis & { hopShutdown?: AbortController };

function controller(): AbortController {
  kept.hopShutdown ??= new AbortController();
  return kept.hopShutdown;
}

/** Aborted when this process shuts down; endless work such as streams must stop then. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

export function announceShutdown(): void {
  controller().abort();
}
