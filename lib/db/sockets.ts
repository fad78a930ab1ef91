import { Socket } from "node:net";
import { markDatabaseError } from "@/lib/database-unavailable";
import { processWide } from "@/lib/process-wide";

/*
 * The sockets of this process's connections to the database. Postgres closes them when it stops, but not when the
 * network is cut or an address moves to another server: TCP alone gives up after a quarter of an hour. So they are
 * closed when the LISTEN connection, which has a heartbeat, finds that the database is gone or has moved to another
 * server.
 */

type Opened = { openedAt: number };

const sockets = processWide("hopDatabaseSockets", () => new Map<Socket, Opened>());

/** Options of pg's clients: a server that vanishes while a statement runs is noticed in minutes, not in hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Options of pg's clients and pools: their sockets are closed when the database is gone. */
export const CLOSED_WHEN_GONE = { stream: openSocket, ...KEEP_ALIVE } as const;

function openSocket(): Socket {
  const socket = new Socket();
  sockets.set(socket, { openedAt: performance.now() });
  socket.once("close", () => sockets.delete(socket));
  return socket;
}

/**
 * Closes sockets opened before a performance.now() time, since their server is no longer the database.
 *
 * @returns how many
 */
export function closeSocketsBefore(time: number): number {
  const old = [...sockets].filter(([, { openedAt }]) => openedAt < time).map(([socket]) => socket);
  for (const socket of old) close(socket, "the database is now a different server");
  return old.length;
}

/** Notes what each socket has received. @returns a function that closes those that have received nothing since */
export function watchSilence(): () => number {
  const received = new Map([...sockets.keys()].map((socket) => [socket, socket.bytesRead]));
  return () => {
    const silent = [...received].filter(([socket, bytes]) => !socket.destroyed && socket.bytesRead === bytes);
    for (const [socket] of silent) close(socket, "the database stopped responding");
    return silent.length;
  };
}

/** After this long without the database, connections that have been silent as long are closed. */
const SILENCE_MS = 10_000;

/** While the database can't be reached, closes connections that have been silent for ten seconds. */
export function createSilenceWatch(silenceMs = SILENCE_MS) {
  let watched: { since: number; closeSilent: () => number } | undefined;
  return {
    /**
     * To be called at each failure to reach the database.
     *
     * @param hasAnswered whether the server answered with an error, so that nothing is closed
     * @returns whether this is the first failure
     */
    begin(hasAnswered: boolean): boolean {
      const now = performance.now();
      const isFirst = watched === undefined;
      if (watched && !hasAnswered && now - watched.since <= silenceMs) return false;
      if (!hasAnswered) watched?.closeSilent();
      watched = { since: now, closeSilent: watchSilence() };
      return isFirst;
    },
    /** @returns whether there was an outage */
    end(): boolean {
      const hadBegun = watched !== undefined;
      watched = undefined;
      return hadBegun;
    },
  };
}

function close(socket: Socket, reason: string): void {
  socket.destroy(markDatabaseError(Object.assign(new Error(reason), { code: "ETIMEDOUT" })));
}
