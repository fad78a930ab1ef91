/** Clean-up steps, run in reverse order. */
const steps = new Set<() => Promise<unknown> | unknown>();

/** @returns a function that runs the step now instead */
export function atEnd(step: () => Promise<unknown> | unknown): () => Promise<void> {
  steps.add(step);
  return async () => {
    if (steps.delete(step)) await step();
  };
}

/** Runs all steps, even if some fail. */
export async function cleanUp(): Promise<void> {
  for (const step of [...steps].reverse()) {
    steps.delete(step);
    try {
      await step();
    } catch (error) {
      process.stderr.write(`Clean-up: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

/**
 * Runs `main` for its exit code, and leaves nothing running, even after an error, on Ctrl-C, or after `limitMs`.
 * `onCut` reports the results until then.
 */
export async function runAndCleanUp(limitMs: number, main: () => Promise<number>, onCut: () => void): Promise<never> {
  const interrupted = new Promise<string>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(signal));
    setTimeout(() => resolve(`the limit of ${limitMs / 60_000} minutes`), limitMs).unref();
  });
  let code = 1;
  try {
    const outcome = await Promise.race([main(), interrupted]);
    if (typeof outcome === "number") code = outcome;
    else {
      onCut();
      process.stderr.write(`Stopped by ${outcome}.\n`);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  await cleanUp();
  process.exit(code);
}
