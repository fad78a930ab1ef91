import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "@/lib/redirect/answer";
import { type RequestHead, readRequestHead, writeAnswer } from "@/lib/redirect/wire";

/** As node:http's own default, and as the answers say. */
const KEEP_ALIVE_MS = 5_000;
/** A visitor who takes no answers is not read from before the last ones have gone. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** Answers a request that it knows; false leaves the connection to node:http. */
export type Visit = (head: RequestHead, peer: string | undefined, reply: (answer: Answer) => void) => boolean;

/**
 * Stands before an HTTP server: answers the visits that come in the plain way of `readRequestHead` on
 * the socket itself, and hands a connection over, with all that was read of it, at the first request
 * that is anything else.
 *
 * @returns `end` ends connections: idle ones at once, others after their answer; `cut` those that are left
 */
export function interceptVisits(server: Server, visit: Visit): { end(): void; cut(): void } {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  if (!accept) throw new Error("an HTTP server listens to its connections");
  server.removeListener("connection", accept);
  const connections = new Set<{ end(): void; cut(): void }>();
  let isEnding = false;

  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress;
    let isBusy = false;
    let isHead = false;
    let hasEnded = false;

    const reply = (answer: Answer) => {
      isBusy = false;
      if (!socket.writable) return;
      socket.write(writeAnswer(answer, isHead), "latin1");
      if (isEnding || hasEnded) socket.end();
      else if (socket.writableLength > MAX_UNSENT_BYTES) waitForDrain();
      else if (socket.isPaused()) socket.resume();
    };
    const onData = (chunk: Buffer) => {
      if (isBusy) {
        // The next request before the answer to the last: it waits in the socket.
        socket.pause();
        socket.unshift(chunk);
        return;
      }
      const head = readRequestHead(chunk);
      if (head) {
        isBusy = true;
        isHead = head.method === "HEAD";
        if (visit(head, peer, reply)) return;
      }
      handOver(chunk);
    };
    const handOver = (chunk?: Buffer) => {
      leave();
      socket.setTimeout(0);
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
      socket.off("data", onData).off("end", onEnd).off("error", close).off("timeout", close).off("close", leave);
    };
    const connection = { end: () => (isBusy ? undefined : socket.end()), cut: close };

    connections.add(connection);
    socket.setTimeout(KEEP_ALIVE_MS);
    socket.on("data", onData).on("end", onEnd).on("error", close).on("timeout", close).on("close", leave);
  });

  return {
    end() {
      isEnding = true;
      for (const connection of connections) connection.end();
    },
    cut() {
      for (const connection of connections) connection.cut();
    },
  };
}
