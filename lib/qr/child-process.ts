import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import type { JobMessage, JobName, JobReply, Jobs } from "@/lib/qr/child/jobs";
import { isLarge } from "@/lib/qr/image-size";
import { createJobQueue } from "@/lib/qr/job-queue";

const MAX_RUNNING = 2;
const MAX_WAITING = 64;
/**
 * `prove` takes longer, since a failed proof tries variants of the design, changing one thing at a time. `cleanLogo`
 * draws what a user has sent, and an SVG's filters can take forever.
 */
const TIMEOUTS_MS: Record<JobName, number> = { render: 20_000, label: 20_000, cleanLogo: 8_000, prove: 60_000 };
/**
 * Its start takes a second of CPU time, which a client that creates a link now and then would wait for each time. It
 * keeps about 50 MB of its own.
 */
const IDLE_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 5;
/**
 * The child needs none of the parent's variables, least of all its secrets (decision 0122). Fewer arenas save memory.
 */
const ENVIRONMENT = { NODE_ENV: "production", MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "2" } as const;
const NODE_FLAGS = ["--max-old-space-size=256", "--max-semi-space-size=4"];

type Options = {
  /** The bundle of server/qr-child.ts. */
  file: () => string;
  timeoutsMs?: Partial<Record<JobName, number>>;
  idleMs?: number;
};
type Input<Name extends JobName> = Parameters<Jobs[Name]>[0];
type Output<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
type Job = {
  requester: string;
  message: JobMessage;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
  isRepeated?: boolean;
};

/** Runs a job in this process's child; requesters take turns. */
export function runInChild<Name extends JobName>(
  name: Name,
  input: Input<Name>,
  requester?: string,
): Promise<Output<Name>> {
  // Tests, which run without a build, set another file.
  const file = processWide("hopQrChildFile", () => builtFile);
  return processWide("hopQrChild", () => createQrChild({ file })).run(name, input, requester);
}

function builtFile(): string {
  return path.resolve(/* turbopackIgnore: true */ "dist/server/qr-child.mjs");
}

export type QrChild = ReturnType<typeof createQrChild>;

/**
 * A child process that starts with the first job and exits when it has had none for a while. If it dies, the jobs that
 * it was doing fail. A job that takes too long, or a logo that takes too much memory, is killed with it; the next child
 * repeats the other one, once.
 */
export function createQrChild({ file, timeoutsMs, idleMs = IDLE_MS }: Options) {
  const waiting = createJobQueue<Job>(MAX_WAITING);
  const running = createRunningJobs({ ...TIMEOUTS_MS, ...timeoutsMs }, onReply);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function onEnded(ended: ChildProcess): void {
    if (child !== ended) return;
    child = undefined;
    for (const job of running.settleAll()) job.reject(unavailable());
    advance();
  }

  function onReply(reply: JobReply): void {
    const job = running.settle(reply.id);
    if (job) answer(job, reply);
    if (job && "isUnfinished" in reply && reply.isUnfinished) replaceChild();
    else advance();
  }

  function advance(): void {
    while (running.list().length < MAX_RUNNING) {
      const job = waiting.shift((next) => isReady(next, running.list()));
      if (!job) break;
      send(job);
    }
    clearTimeout(idle);
    // An unfinished job keeps this process alive, an idle child does not.
    if (running.list().length > 0) return void child?.channel?.ref();
    child?.channel?.unref();
    idle = setTimeout(stop, idleMs).unref();
  }

  function send(job: Job): void {
    child ??= tryToFork(file(), onReply, onEnded);
    if (!child) return void job.reject(unavailable());
    running.add(job);
    // A child that has just died is reported by its exit.
    child.send(job.message, () => undefined);
  }

  function replaceChild(): void {
    child?.kill("SIGKILL");
    child = undefined;
    for (const other of running.settleAll()) {
      if (other.isRepeated) other.reject(unavailable());
      else waiting.push({ ...other, isRepeated: true })?.reject(unavailable());
    }
    advance();
  }

  /** The child exits on its own once it is disconnected. Jobs that it was doing fail. */
  function stop(): void {
    if (child?.connected) child.disconnect();
    child = undefined;
    for (const job of running.settleAll()) job.reject(unavailable());
  }

  return {
    /** @throws AppError unavailable when too many jobs wait, or the child died; otherwise what the job throws */
    run<Name extends JobName>(name: Name, input: Input<Name>, requester = ""): Promise<Output<Name>> {
      const message = { id: ++lastId, name, input } as JobMessage;
      return new Promise((resolve, reject) => {
        const done = (output: unknown) => resolve(output as Output<Name>);
        waiting.push({ requester, message, resolve: done, reject })?.reject(unavailable());
        advance();
      });
    },
    stop,
    pid: () => child?.pid,
  };
}

/** The jobs that the child is doing. One that takes too long is answered by a timer instead. */
function createRunningJobs(timeoutsMs: Record<JobName, number>, onReply: (reply: JobReply) => void) {
  const jobs = new Map<number, { job: Job; timer: NodeJS.Timeout }>();

  /** Removes a job. */
  function settle(id: number): Job | undefined {
    const running = jobs.get(id);
    clearTimeout(running?.timer);
    jobs.delete(id);
    return running?.job;
  }

  return {
    add(job: Job): void {
      const { id, name } = job.message;
      const timer = setTimeout(() => {
        log.warn({ job: name }, "QR job timed out");
        onReply({ id, refusal: null, isUnfinished: true });
      }, timeoutsMs[name]);
      jobs.set(id, { job, timer });
    },
    settle,
    settleAll: (): Job[] => [...jobs.keys()].flatMap((id) => settle(id) ?? []),
    list: (): Job[] => [...jobs.values()].map(({ job }) => job),
  };
}

/** Slow jobs run one at a time, so that they don't take both places. */
function isReady({ message }: Job, running: readonly Job[]): boolean {
  return !isSlow(message) || !running.some((other) => isSlow(other.message));
}

function isSlow({ name, input }: JobMessage): boolean {
  if (name === "render") return isLarge(input.format, input.size);
  return name === "prove" || name === "cleanLogo";
}

function answer(job: Job, reply: JobReply): void {
  if ("output" in reply) job.resolve(reply.output);
  else job.reject(reply.refusal ? toError(reply.refusal) : unavailable());
}

type Handlers = [onReply: (reply: JobReply) => void, onEnded: (child: ChildProcess) => void];

/** Undefined if there is not enough memory for another process. */
function tryToFork(file: string, ...handlers: Handlers): ChildProcess | undefined {
  try {
    return forkChild(file, ...handlers);
  } catch (error) {
    log.error({ err: error }, "QR process not started");
    return undefined;
  }
}

function forkChild(file: string, ...[onReply, onEnded]: Handlers): ChildProcess {
  const child = fork(file, {
    env: ENVIRONMENT,
    execArgv: NODE_FLAGS,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.on("message", onReply);
  child.once("exit", () => onEnded(child));
  child.once("error", (error) => {
    log.error({ err: error }, "QR process failed");
    onEnded(child);
  });
  child.unref();
  return child;
}

function toError({ code, message, field }: Pick<AppError, "code" | "message" | "field">): AppError {
  return new AppError(code, message, field);
}

function unavailable(): AppError {
  const message = "QR codes with a design can't be rendered right now. Try again in a few seconds.";
  return new AppError("unavailable", message, undefined, RETRY_AFTER_SECONDS);
}
