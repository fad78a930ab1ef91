import { randomUUID } from "node:crypto";
import { constants, fstatSync, openSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import pino from "pino";
import { paths } from "@/lib/paths";
import type { AnswerVisit } from "@/lib/redirect/connections";
import { RESERVED_CODES } from "@/lib/urls/reserved-codes";

/** Lines are written together, but not more than a pipe takes as a whole (PIPE_BUF, pipe(7)): processes share it. */
const MIN_BYTES = 3_072;
const MAX_WRITE_BYTES = 4_096;
const FLUSH_MS = 1_000;
/** If nobody reads standard output, further lines are dropped; visitors don't wait. */
const MAX_BYTES = 1024 * 1024;
/** When the process ends, the last lines wait this long for a reader. */
const LAST_LINES_MS = 500;
const STDOUT = 1;
const REQUEST_ID = "X-Request-Id";
const INFO = 30;
/** The second segments of the paths of calls. */
const CALLS: ReadonlySet<string> = new Set(
  Object.values<string | ((...parts: string[]) => string)>(paths.api)
    .map((path) => (typeof path === "string" ? path : path("x", "x")))
    .map((path) => path.split("/")[2] ?? ""),
);

type Destination = { write(line: string): unknown; flush(): void; close(): void };

/** One line of JSON per request, without anything sent by visitors: no address, path, query or code (decision 0191). */
export function openRequestLog(destination: Destination = openOutput(STDOUT)) {
  const timer = setInterval(() => destination.flush(), FLUSH_MS);
  timer.unref();

  function write(line: { requestId: string; method: string; route: string; status: number; ms: number }): void {
    const head = { level: INFO, time: new Date().toISOString(), role: "front" };
    destination.write(`${JSON.stringify({ ...head, ...line, msg: "request" })}\n`);
  }

  return {
    /** Logs the responses to visits to short links. */
    watchVisits:
      (answer: AnswerVisit): AnswerVisit =>
      (head, peer, reply) => {
        const began = performance.now();
        return answer(head, peer, (reached) => {
          reply(reached);
          const { status } = reached;
          write({ requestId: randomUUID(), method: head.method, route: "short link", status, ms: since(began) });
        });
      },
    /** Logs the response to any other request, which gets the id in a header. */
    watch({ method = "", url = "/" }: IncomingMessage, response: ServerResponse): void {
      const began = performance.now();
      response.setHeader(REQUEST_ID, randomUUID());
      response.once("close", () => {
        const requestId = String(response.getHeader(REQUEST_ID));
        const aborted = response.writableFinished ? {} : { aborted: true };
        const { statusCode: status } = response;
        write({ requestId, method, route: routeOf(url), status, ms: since(began), ...aborted });
      });
    },
    close(): void {
      clearInterval(timer);
      destination.close();
    },
  };
}

/** The first segment of a path if it is one of Hop's own, with the second of a call. The rest may be private. */
export function routeOf(url: string): string {
  const [path, first = "", second = ""] = /^\/([^/?#]*)(?:\/([^/?#]*))?/.exec(url) ?? [];
  if (path && first === "") return "/";
  if (!RESERVED_CODES.has(first)) return "other";
  return first === "api" && CALLS.has(second) ? `/api/${second}` : `/${first}`;
}

function since(began: number): number {
  return Math.round((performance.now() - began) * 100) / 100;
}

/** Opens a file descriptor for writing that doesn't block on a pipe without a reader. */
export function openOutput(fd: number): Destination {
  let giveUpAt = Number.POSITIVE_INFINITY;
  const stream = pino.destination({
    dest: withoutWaiting(fd),
    sync: false,
    minLength: MIN_BYTES,
    maxWrite: MAX_WRITE_BYTES,
    maxLength: MAX_BYTES,
    retryEAGAIN: () => performance.now() < giveUpAt,
  });
  // Its file may be on a full disk. Unhandled, the error would end the process.
  let isBroken = false;
  stream.on("error", () => {
    isBroken = true;
  });
  return {
    write: (line) => stream.write(line),
    flush: () => stream.flush(),
    close() {
      giveUpAt = performance.now() + LAST_LINES_MS;
      // Would repeat a write that fails for another reason until it succeeds.
      if (isBroken) return stream.destroy();
      try {
        stream.flushSync();
      } catch {
        // There is no reader: the last lines are lost.
      }
    },
  };
}

/** Reopens a pipe as non-blocking. It stays blocking for its other users, such as the supervisor. */
function withoutWaiting(fd: number): number {
  try {
    if (fstatSync(fd).isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // No /proc, or the pipe belongs to another user.
  }
  return fd;
}
