import { log } from "@/lib/log";
import { orAbandon } from "@/lib/or-abandon";
import { within } from "@/lib/within";
import { logLifecycle } from "@/server/processes/process-output";
import type { Program } from "@/server/processes/role-process";
import { StartError } from "@/server/processes/start-error";
import type { Generation } from "@/server/supervisor/generation";

/** The result of a reload. */
export type Reloaded = { version: string; folder: string; applied: string[]; ms: number };

/** Timeout for new processes to become ready. */
const READY_MS = 120_000;

type Options = {
  first: Generation;
  /** Checks a build and its configuration, and migrates the database. */
  check: (folder: string | undefined, stopping: AbortSignal) => Promise<Program & { applied: string[] }>;
  create: (program: Program) => Generation;
  /** Sends a request to the new app. */
  probe: (program: Program) => Promise<void>;
  /** Must not throw. */
  onSwitch: (generation: Generation) => void;
  /** Called when all processes of a generation have ended; `left` are the remaining generations. Must not throw. */
  onEnded: (left: Generation[]) => void;
  readyMs?: number;
};

/** One reload at a time, none while Hop starts or stops. */
export function createReloader(options: Options) {
  const { first, check, create, probe, onSwitch, onEnded, readyMs = READY_MS } = options;
  const stopping = new AbortController();
  const generations = new Set([first]);
  let current: Generation | undefined;
  let isReloading = false;

  function forget(generation: Generation): void {
    generations.delete(generation);
    onEnded([...generations]);
  }

  async function replace(old: Generation, folder: string | undefined): Promise<Reloaded> {
    const began = performance.now();
    logLifecycle({ folder: folder ?? old.program.folder }, "reloading");
    const { applied, ...program } = await check(folder, stopping.signal);
    stopping.signal.throwIfAborted();
    const next = create(program);
    generations.add(next);
    try {
      await untilReady(next, () => probe(program), { readyMs, stopping: stopping.signal });
      await next.inherit(old);
      next.accept();
    } catch (error) {
      await next.stop();
      forget(next);
      throw error;
    }
    // Both generations serve visitors now, so nothing may fail before the old one retires.
    current = next;
    onSwitch(next);
    await old.retire();
    forget(old);
    const { version } = program;
    const ms = Math.round(performance.now() - began);
    logLifecycle({ version, applied, ms }, "reloaded");
    return { version, folder: program.folder, applied, ms };
  }

  async function reloadOnce(folder: string | undefined): Promise<Reloaded> {
    if (stopping.signal.aborted) throw new Error("Hop is stopping");
    if (!current) throw new Error("Hop is still starting");
    if (isReloading) throw new Error("another reload is running");
    isReloading = true;
    try {
      return await replace(current, folder);
    } finally {
      isReloading = false;
    }
  }

  return {
    /** Starts the first generation; resolves when all its roles are ready. */
    async start(): Promise<void> {
      await first.start();
      current = first;
    },
    /**
     * Replaces all processes: new ones are ready before old ones stop. If one of them isn't, the old ones continue.
     *
     * @param folder folder of the build; the running one by default
     * @throws StartError with the reason
     */
    async reload(folder?: string): Promise<Reloaded> {
      try {
        return await reloadOnce(folder);
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        const reason = stopping.signal.aborted ? "Hop is stopping" : cause;
        log.error({ reason }, "not reloaded; the running processes continue");
        throw new StartError(`Not reloaded: ${reason.replace(/\.$/, "")}.`);
      }
    },
    /** Stops all generations. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...generations].map((generation) => generation.stop()));
    },
  };
}

type Limit = { readyMs: number; stopping: AbortSignal };

/**
 * Starts the front last, since it gets visitors from its start on. @throws Error if not all become ready, also on
 * shutdown
 */
async function untilReady(next: Generation, probe: () => Promise<void>, limit: Limit): Promise<void> {
  await assertReady(limit, next.start(["app", "worker"]), "the new app and worker were");
  await assertReady(limit, probe(), "the new app's first page and call were");
  await assertReady(limit, next.start(["front"]), "the new front was");
}

async function assertReady({ readyMs, stopping }: Limit, work: Promise<void>, what: string): Promise<void> {
  const outcome = await orAbandon(within(readyMs, work, "late"), stopping, 0);
  if (outcome === "late") throw new Error(`${what} not ready within ${readyMs / 1_000} s; see the log`);
}
