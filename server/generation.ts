import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { type Fronts, startFronts } from "@/server/front-cluster";
import { createAsker } from "@/server/metrics/ask";
import { FIRST_PROCESS, label, type Sample, withState } from "@/server/metrics/sample";
import { onceEnded } from "@/server/once-ended";
import { createRestarter } from "@/server/restart";
import type { RoleMessage } from "@/server/role";
import { forkRole, type Program, type RoleName, stopRole } from "@/server/role-process";

const ROLES = ["front", "worker", "app"] as const;
type SignInLink = { email: string; link: string };

/** The processes of all roles that run one program. */
export type Generation = {
  program: Program;
  /** Starts roles that don't run yet. Resolves when they are ready. */
  start(roles?: readonly RoleName[]): Promise<void>;
  /** Makes the fronts look up the links that another generation's fronts have in memory. */
  inherit(from: Generation): Promise<void>;
  /** Codes of the links that the fronts have in memory. */
  codes(): Promise<string[]>;
  /** Ends the trial: from now on, processes that die are restarted. @throws Error if one has died during the trial */
  accept(): void;
  /** The worker's sign-in link, once it is ready. */
  signInLink(): SignInLink | undefined;
  /** Samples of all roles; those that are down or hang have only `hop_role_up`. */
  samples(): Promise<Sample[]>;
  /** For `npm run dev`: restarts the fronts and the worker with their new bundle. The app reloads on its own. */
  renew(): void;
  /** Makes the fronts stop accepting connections and waits for their visitors, then stops the other roles. */
  retire(): Promise<void>;
  /** Stops the roles in an order in which each outlives those that need it. */
  stop(): Promise<void>;
};

type Options = {
  /** In a trial, a role that dies is not restarted, and fails the start. */
  isTrial: boolean;
  /** Called when a role reports at its first start that it can't run. */
  onFatal?: (message: string) => void;
};

/** A role that does not answer in time counts as down. */
const METRICS_TIMEOUT_MS = 1_000;

export function createGeneration(program: Program, { isTrial, onFatal }: Options): Generation {
  const readiness = createReadiness();
  let mayRestart = !isTrial;
  let fronts: Fronts | undefined;
  const report = (name: RoleName) => ({
    onReady: () => readiness.ready(name),
    // Only the first start can be the operator's mistake; later the role is restarted.
    onFatal: (message: string) => {
      if (readiness.isReady(name)) return;
      onFatal?.(message);
      if (!mayRestart) readiness.fail(message);
    },
    onDeath: (reason: object) => {
      if (!mayRestart) readiness.fail(`the ${name} stopped (${describe(reason)})`);
      return mayRestart;
    },
  });
  const worker = createRole("worker", program, report("worker"));
  const app = createRole("app", program, report("app"));
  const startFront = () => {
    fronts = startFronts({ count: program.webConcurrency, program, ...report("front") });
  };
  const starts = { front: startFront, worker: worker.start, app: app.start };

  return {
    program,
    start(roles = ROLES) {
      for (const name of roles) starts[name]();
      return readiness.wait(roles);
    },
    async inherit(from) {
      await fronts?.warmUp(await from.codes());
    },
    codes: async () => (await fronts?.codes()) ?? [],
    accept() {
      readiness.assertSound();
      mayRestart = true;
    },
    signInLink: worker.signInLink,
    async samples() {
      const ofFronts = label((await fronts?.samples()) ?? [], { role: "front" });
      return [...ofFronts, ...(await worker.samples()), ...(await app.samples())];
    },
    renew() {
      void fronts?.renew();
      void worker.renew();
    },
    async retire() {
      await fronts?.drain();
      await app.stop();
      await worker.stop();
    },
    async stop() {
      await fronts?.stop();
      await app.stop();
      await worker.stop();
    },
  };
}

type Report = { onReady: () => void; onFatal: (message: string) => void; onDeath: (reason: object) => boolean };

/** One process, restarted when it dies. */
function createRole(name: "app" | "worker", program: Program, { onReady, onFatal, onDeath }: Report) {
  const restarter = createRestarter("role", start);
  /** Processes already replaced, which are finishing their last requests. */
  const ending = new Set<ChildProcess>();
  let current: { child: ChildProcess; startedAt: number; ask: () => Promise<Sample[] | null> } | undefined;
  let signInLink: SignInLink | undefined;
  let isStopping = false;

  function start(): void {
    const child = forkRole(name, program);
    current = { child, startedAt: Date.now(), ask: createAsker(child, METRICS_TIMEOUT_MS) };
    child.on("message", (message: RoleMessage) => {
      if (message.type === "fatal") onFatal(message.message);
      if (message.type === "failing") {
        ending.add(child);
        replace(child, { isFailing: true });
      }
      if (message.type === "ready") {
        signInLink = message.signInLink;
        onReady();
      }
    });
    onceEnded(child, (status) => {
      ending.delete(child);
      replace(child, status);
    });
  }

  /** Replaces a process, unless it was replaced already. */
  function replace(child: ChildProcess, reason: object): void {
    if (isStopping || current?.child !== child) return;
    const { startedAt } = current;
    current = undefined;
    if (onDeath(reason)) void restarter.onDeath(startedAt, { name, ...reason });
  }

  return {
    start,
    signInLink: () => signInLink,
    async samples(): Promise<Sample[]> {
      const own = (await current?.ask()) ?? null;
      return label(withState(own, restarter.restarts()), { role: name, process: FIRST_PROCESS });
    },
    async renew() {
      const child = current?.child;
      if (!child) return;
      current = undefined;
      ending.add(child);
      await stopRole(child);
      if (!isStopping) start();
    },
    async stop() {
      isStopping = true;
      restarter.stop();
      await Promise.all([current?.child, ...ending].map((child) => stopRole(child)));
    },
  };
}

/** Keeps track of the roles that have become ready, and of callers waiting for them. */
function createReadiness() {
  const ready = new Set<RoleName>();
  const changes = new EventEmitter().setMaxListeners(0);
  let failure: Error | undefined;
  function assertSound(): void {
    if (failure) throw failure;
  }
  return {
    assertSound,
    isReady: (name: RoleName) => ready.has(name),
    ready(name: RoleName): void {
      ready.add(name);
      changes.emit("change");
    },
    /** The first reason counts. */
    fail(message: string): void {
      failure ??= new Error(message);
      changes.emit("change");
    },
    async wait(roles: readonly RoleName[]): Promise<void> {
      assertSound();
      while (!roles.every((name) => ready.has(name))) {
        await once(changes, "change");
        assertSound();
      }
    },
  };
}

function describe(reason: object): string {
  const { code, signal, isFailing } = reason as { code?: number | null; signal?: string | null; isFailing?: boolean };
  if (isFailing) return "uncaught error; see the log";
  return signal ? signal : `exit code ${code}; see the log`;
}
