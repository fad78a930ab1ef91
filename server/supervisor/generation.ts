import { orAbandon } from "@/lib/or-abandon";
import { type Fronts, startFronts } from "@/server/front/cluster";
import { label, type Sample } from "@/server/metrics/sample";
import { type Processes, type Report, startProcesses } from "@/server/processes/processes";
import { forkRole, type Program, type RoleName } from "@/server/processes/role-process";

const ROLES = ["front", "worker", "app"] as const;
type SignInLink = { email: string; link: string };

export type Generation = ReturnType<typeof createGeneration>;

type Running = { front?: Fronts; worker?: Processes; app?: Processes };

type Options = {
  /** In a trial, a role that dies is not restarted, and fails the start. */
  isTrial: boolean;
  /** Called when a role reports at its first start that it can't run. */
  onFatal?: (message: string) => void;
};

/** A role that does not answer in time counts as down. */
const METRICS_TIMEOUT_MS = 1_000;

/** The processes of all roles that run one program. */
export function createGeneration(program: Program, { isTrial, onFatal }: Options) {
  const ready = new Set<RoleName>();
  /** Its reason is the first failure of a trial. */
  const failed = new AbortController();
  let mayRestart = !isTrial;
  let isStopping = false;
  let signInLink: SignInLink | undefined;
  const running: Running = {};
  const report = (name: RoleName, onReady: () => void): Report => ({
    onReady(message) {
      signInLink ??= message.signInLink;
      ready.add(name);
      onReady();
    },
    // Only the first start can be the operator's mistake; later the role is restarted.
    onFatal(message) {
      if (ready.has(name)) return;
      onFatal?.(message);
      if (!mayRestart) failed.abort(new Error(message));
    },
    onDeath(reason) {
      if (!mayRestart) failed.abort(new Error(`the ${name} stopped (${describe(reason)})`));
      // A signal to the whole process group also stops roles whose turn has not come.
      return mayRestart && !isStopping;
    },
  });

  const startUntilReady = (name: RoleName) =>
    new Promise<void>((onReady) => startRole(name, { running, program }, report(name, onReady)));

  /** Stops the roles in an order in which each outlives those that need it. */
  async function stop(): Promise<void> {
    isStopping = true;
    for (const role of ["front", "app", "worker"] as const) await running[role]?.stop();
  }

  return {
    program,
    /** Starts roles that don't run yet. Resolves when they are ready. */
    async start(roles: readonly RoleName[] = ROLES): Promise<void> {
      failed.signal.throwIfAborted();
      await orAbandon(Promise.all(roles.map(startUntilReady)), failed.signal, 0);
      // A role may have failed just before the last one became ready.
      failed.signal.throwIfAborted();
    },
    /** Makes the fronts look up the links that another generation's fronts have in memory. */
    async inherit(from: { codes(): Promise<string[]> }): Promise<void> {
      await running.front?.warmUp(await from.codes());
    },
    /** Codes of the links that the fronts have in memory. */
    codes: async () => (await running.front?.codes()) ?? [],
    /** Ends the trial: from now on, processes that die are restarted. @throws Error if one has died during the trial */
    accept(): void {
      failed.signal.throwIfAborted();
      mayRestart = true;
    },
    /** The worker's sign-in link, once it is ready. */
    signInLink: () => signInLink,
    /** Samples of all roles; those that are down or hang have only `hop_role_up`. */
    samples: () => samplesOf(running),
    /** For `npm run dev`: restarts the fronts and the worker with their new bundle. The app reloads on its own. */
    renew(): void {
      void running.front?.renew();
      void running.worker?.renew();
    },
    /** Makes the fronts stop accepting connections and waits for their visitors, then stops the other roles. */
    async retire(): Promise<void> {
      await running.front?.drain();
      await stop();
    },
    stop,
  };
}

function startRole(name: RoleName, { running, program }: { running: Running; program: Program }, report: Report): void {
  if (name === "front") {
    running.front = startFronts({ count: program.webConcurrency, program, ...report });
    return;
  }
  const fork = () => forkRole(name, program);
  const options = { name, what: "role", count: 1, fork, metricsTimeoutMs: METRICS_TIMEOUT_MS };
  running[name] = startProcesses({ ...options, ...report });
}

async function samplesOf(running: Running): Promise<Sample[]> {
  const all: Sample[] = [];
  for (const role of ROLES) all.push(...label((await running[role]?.samples()) ?? [], { role }));
  return all;
}

function describe(reason: object): string {
  const { code, signal, isFailing } = reason as { code?: number | null; signal?: string | null; isFailing?: boolean };
  if (isFailing) return "uncaught error; see the log";
  return signal ? signal : `exit code ${code}; see the log`;
}
