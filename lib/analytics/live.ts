import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { findActiveSessions, sessionHashes } from "@/lib/auth/active-sessions";
import type { ReadCookie } from "@/lib/auth/cookies";
import { CLICKS_STORED } from "@/lib/clicks/store";
import { listen } from "@/lib/db/listen";
import { env } from "@/lib/env";
import { AppError, forbidden } from "@/lib/errors";
import { log } from "@/lib/log";
import { shutdownSignal } from "@/lib/shutdown";
import { getUrlOrThrow } from "@/lib/urls/queries";

export const MAX_STREAMS_OF_USER = 5;
export const TOO_MANY_STREAMS = "Too many live views are open";
/** Of one process. */
const MAX_STREAMS = 200;
/** Changes are sent at most this often, however many clicks come in. */
const MIN_INTERVAL_MS = 500;
/** Keeps connections open. Streams whose session has ended are closed by then. */
const HEARTBEAT_MS = 5_000;

const CHANGED = "event: changed\ndata: clicks\n\n";

type Stream = {
  actor: Actor;
  /** Undefined: all links. */
  urlId: string | undefined;
  sessions: string[];
  /** Of the numbers that the reader was last told about. */
  version: string;
  sentAt: number;
  /** False when the reader does not keep up. */
  send: (text: string) => boolean;
  end: () => void;
};

/** The streams of this process. It listens for stored clicks while there are any. */
type Hub = { streams: Set<Stream>; changes: number; wake: AbortController };

const kept = globalThis as typeof globalThis & { hopLive?: Hub };

/**
 * Server-sent events (HTML Living Standard, section 9.2): `changed` whenever clicks were stored, of one link for anyone
 * who can see it, of all links for an overall_admin. The stream ends with its reader, with the session, with the right
 * to see the numbers, and with this process.
 *
 * @throws AppError forbidden, not_found, rate_limited
 */
export async function openLiveChanges(
  actor: Actor,
  { url: urlId }: { url?: string | undefined },
  readCookie: ReadCookie,
): Promise<ReadableStream<Uint8Array>> {
  const version = await versionFor(actor, urlId, kept.hopLive?.changes ?? 0);
  assertRoom(actor);
  const encoder = new TextEncoder();
  const sessions = sessionHashes(readCookie);
  let stream: Stream;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if ((controller.desiredSize ?? 0) <= 0) return false;
        controller.enqueue(encoder.encode(text));
        return true;
      };
      const end = () => {
        leave(stream);
        try {
          controller.close();
        } catch {
          // The reader has gone already.
        }
      };
      stream = { actor, urlId, sessions, version, sentAt: Date.now(), send, end };
      // Sends the headers.
      send(": listening\n\n");
      join(stream);
    },
    cancel: () => leave(stream),
  });
}

/**
 * Differs from the last one when the numbers have changed.
 *
 * @throws AppError forbidden, not_found
 */
async function versionFor(actor: Actor, urlId: string | undefined, changes: number): Promise<string> {
  if (urlId) return String((await getUrlOrThrow(actor, urlId)).url.clickCount);
  if (!canSeeGlobalAnalytics(actor)) throw forbidden();
  return String(changes);
}

function assertRoom(actor: Actor): void {
  const streams = [...(kept.hopLive?.streams ?? [])];
  const own = streams.filter((stream) => stream.actor.id === actor.id).length;
  if (own < MAX_STREAMS_OF_USER && streams.length < MAX_STREAMS && !shutdownSignal().aborted) return;
  throw new AppError("rate_limited", TOO_MANY_STREAMS, undefined, HEARTBEAT_MS / 1000);
}

function join(stream: Stream): void {
  if (kept.hopLive) kept.hopLive.streams.add(stream);
  else {
    kept.hopLive = { streams: new Set([stream]), changes: 0, wake: new AbortController() };
    void run(kept.hopLive);
  }
}

function leave(stream: Stream): void {
  const hub = kept.hopLive;
  if (!hub?.streams.delete(stream) || hub.streams.size > 0) return;
  kept.hopLive = undefined;
  hub.wake.abort();
}

/** Until the last stream has ended. */
async function run(hub: Hub): Promise<void> {
  const onChange = () => {
    hub.changes += 1;
    hub.wake.abort();
  };
  const endAll = () => {
    for (const stream of hub.streams) stream.end();
  };
  const stopListening = listen(env().DATABASE_URL ?? "", {
    channel: CLICKS_STORED,
    onNotify: onChange,
    // Notifications sent before are lost.
    onListeningChange: (isListening) => isListening && onChange(),
  });
  shutdownSignal().addEventListener("abort", endAll);
  while (hub.streams.size > 0) {
    await sleep(HEARTBEAT_MS, undefined, { signal: hub.wake.signal }).catch(() => undefined);
    hub.wake = new AbortController();
    await sendChanges(hub).catch((error: unknown) => log.warn({ err: error }, "live changes not sent"));
    await sleep(MIN_INTERVAL_MS);
  }
  shutdownSignal().removeEventListener("abort", endAll);
  await stopListening();
}

async function sendChanges(hub: Hub): Promise<void> {
  const streams = [...hub.streams];
  const active = await findActiveSessions(streams.flatMap(({ sessions }) => sessions));
  for (const stream of streams) {
    const { actor, urlId } = stream;
    const user = stream.sessions.map((hash) => active.get(hash)).find((one) => one?.userId === actor.id);
    const version = user && (await visibleVersion({ ...actor, role: user.role }, urlId, hub.changes));
    if (version === undefined) stream.end();
    else if (version !== stream.version && stream.send(CHANGED)) Object.assign(stream, { version, sentAt: Date.now() });
    else if (Date.now() - stream.sentAt >= HEARTBEAT_MS && stream.send(": heartbeat\n\n")) stream.sentAt = Date.now();
  }
}

/** Undefined when the actor may no longer see the numbers. */
async function visibleVersion(...args: Parameters<typeof versionFor>): Promise<string | undefined> {
  try {
    return await versionFor(...args);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
