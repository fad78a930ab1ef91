import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "@/lib/redirect/answer";
import { type RequestHead, readRequestHead, writeAnswer } from "@/lib/redirect/wire";

/** As the answers say; a connection is ended after 5 to 10 seconds without a request. */
const KEEP_ALIVE_MS = 5_000;
/** At the end, a request that is on its way has this long to come: closed under it, it would fail. */
const LAST_REQUEST_MS = 500;
/** A visitor who takes no answers is not read from before the last ones have gone. */
const MAX_UNSENT_BYTES = 64 * 1024;

type Connection = {
  /** At once when nothing is under way, else after the answer. */
  end(): void;
  /** Where nothing has come since the last call. */
  endIfIdle(): void;
  cut(): void;
};

/** Answers a request that it knows; false leaves the connection to node:http. */
export type Visit = (head: RequestHead, peer: string | undefined, reply: (answer: Answer) => void) => boolean;

/**
 * Stands before an HTTP server: answers the visits that come in the plain way of `readRequestHead` on
 * the socket itself, and hands a connection over, with all that was read of it, at the first request
 * that is anything else.
 *
 * @param countryHeader see readRequestHead
 * @returns `end` ends each connection after its next answer, which says so, or soon when nothing comes;
 *   `cut` those that are left
 */
export function interceptVisits(server: Server, visit: Visit, countryHeader?: string): { end(): void; cut(): void } {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  if (!accept) throw new Error("an HTTP server listens to its connections");
  server.removeListener("connection", accept);
  const connections = new Set<Connection>();
  let isEnding = false;
  // One look at all of them, where a timer of each socket's own would be set anew at each read and write.
  const sweep = setInterval(() => {
    for (const connection of connections) connection.endIfIdle();
  }, KEEP_ALIVE_MS);
  sweep.unref();

  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress;
    let isBusy = false;
    let isHead = false;
    let hasEnded = false;
    let isActive = true;

    const reply = (answer: Answer) => {
      isBusy = false;
      if (!socket.writable) return;
      const isLast = isEnding || hasEnded;
      socket.write(writeAnswer(answer, isHead, isLast), "latin1");
      if (isLast) socket.end();
      else if (socket.writableLength > MAX_UNSENT_BYTES) waitForDrain();
      else if (socket.isPaused()) socket.resume();
    };
    const onData = (chunk: Buffer) => {
      isActive = true;
      if (isBusy) {
        // The next request before the answer to the last: it waits in the socket.
        socket.pause();
        socket.unshift(chunk);
        return;
      }
      const head = readRequestHead(chunk, countryHeader);
      if (head) {
        isBusy = true;
        isHead = head.method === "HEAD";
        if (visit(head, peer, reply)) return;
      }
      handOver(chunk);
    };
    const handOver = (chunk?: Buffer) => {
      leave();
      if (chunk) socket.unshift(chunk);
      accept.call(server, socket);
    };
    const waitForDrain = () => {
      socket.pause();
      socket.once("drain", () => socket.resume());
    };
    const onEnd = () => {
      hasEnded = true;
      if (!isBusy) socket.end();
    };
    const close = () => socket.destroy();
    const leave = () => {
      connections.delete(connection);
      socket.off("data", onData).off("end", onEnd).off("error", close).off("close", leave);
    };
    const connection: Connection = {
      end: () => (isBusy ? undefined : socket.end()),
      endIfIdle() {
        if (!isActive && !isBusy) socket.destroy();
        isActive = false;
      },
      cut: close,
    };

    connections.add(connection);
    socket.on("data", onData).on("end", onEnd).on("error", close).on("close", leave);
  });

  return {
    end() {
      isEnding = true;
      setTimeout(() => {
        for (const connection of connections) connection.end();
      }, LAST_REQUEST_MS).unref();
    },
    cut() {
      clearInterval(sweep);
      for (const connection of connections) connection.cut();
    },
  };
}
