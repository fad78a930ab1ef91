import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import type { LiveQuery } from "@/lib/analytics/schema";
import { findActiveSessions, sessionHashes } from "@/lib/auth/active-sessions";
import type { ReadCookie } from "@/lib/auth/cookies";
import { CLICKS_STORED } from "@/lib/clicks/store";
import { dayOf } from "@/lib/days";
import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { AppError, forbidden } from "@/lib/errors";
import { getGroupOrThrow } from "@/lib/groups/queries";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { shutdownSignal } from "@/lib/shutdown";
import { getUrlOrThrow } from "@/lib/urls/queries";

export const MAX_STREAMS_OF_USER = 5;
const TOO_MANY_STREAMS = "Too many live views are open";
/** Maximum number of streams per process. */
const MAX_STREAMS = 200;
/** Changes are sent at most this often, however many clicks come in. */
const MIN_INTERVAL_MS = 500;
/** Whether a sum over links has changed is looked up at most this often. */
const MIN_SUM_INTERVAL_MS = 3_000;
/** Keeps connections open, and shows that they are. Streams whose session has ended are closed by then. */
const HEARTBEAT_MS = 5_000;

const CHANGED = "event: changed\ndata: clicks\n\n";
/** An event, since browsers don't report comments to pages, which close connections on which nothing comes. */
const HEARTBEAT = "event: heartbeat\ndata: open\n\n";

/** Scope of the reported clicks: a link, a group or the user's own links; all links by default. */
export type LiveScope = Partial<LiveQuery>;

type Stream = {
  actor: Actor;
  scope: LiveScope;
  sessions: string[];
  /** Version of the numbers last reported to the reader. */
  version: string;
  lookedUpAt: number;
  sentAt: number;
  /** False when the reader does not keep up. */
  send: (text: string) => boolean;
  end: () => void;
};

/** The streams of this process. It listens for stored clicks while there are any. */
type Hub = { streams: Set<Stream>; changes: number; wake: AbortController };

const kept = processWide("hopLive", (): { hub?: Hub } => ({}));

/**
 * Server-sent events (HTML Living Standard, section 9.2): `changed` whenever clicks were stored, and at midnight. Open
 * for a link or a group to anyone who can see it, for the actor's own links to everyone, and for all links to an
 * overall_admin. The stream ends when its reader disconnects, when the session or the right to see the numbers is lost,
 * and with this process.
 *
 * @throws AppError forbidden, not_found, rate_limited
 */
export async function openLiveChanges(
  actor: Actor,
  scope: LiveScope,
  readCookie: ReadCookie,
): Promise<ReadableStream<Uint8Array>> {
  const version = await versionFor(actor, scope, kept.hub?.changes ?? 0);
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
          // The reader has already disconnected.
        }
      };
      const now = performance.now();
      stream = { actor, scope, sessions, version, lookedUpAt: now, sentAt: now, send, end };
      // Sends the headers.
      send(": listening\n\n");
      join(stream);
    },
    cancel: () => leave(stream),
  });
}

/**
 * A version that changes with the numbers, and at midnight, when the pages' ranges of days move on.
 *
 * @throws AppError forbidden, not_found
 */
async function versionFor(actor: Actor, scope: LiveScope, changes: number): Promise<string> {
  const today = dayOf(Date.now(), env().TIME_ZONE);
  return `${today} ${await clicksVersion(actor, scope, changes)}`;
}

async function clicksVersion(actor: Actor, { url, group, own }: LiveScope, changes: number): Promise<string> {
  if (url) {
    const { id, clickCount } = (await getUrlOrThrow(actor, url)).url;
    return `${clickCount} ${await newestDays(id)}`;
  }
  if (group) return newestDays((await getGroupOrThrow(actor, group)).id);
  if (own === "true") return ownVersion(actor.id);
  if (!canSeeGlobalAnalytics(actor)) throw forbidden();
  return String(changes);
}

/**
 * Version of the newest days, which nearly all new clicks belong to, and those of bots. Reads few rows, however old the
 * link, group or user is.
 */
async function newestDays(scopeId: string): Promise<string> {
  const rows = await queryRows<{ version: string }>(
    pool(),
    sql`SELECT concat(day, is_bot, total) AS version FROM click_days WHERE scope_id = ${scopeId} ORDER BY day DESC LIMIT 4`,
  );
  return rows.map(({ version }) => version).join();
}

async function ownVersion(userId: string): Promise<string> {
  const [row] = await queryRows<{ clicks: string }>(
    pool(),
    sql`SELECT coalesce(sum(click_count), 0) AS clicks FROM short_urls WHERE created_by_id = ${userId}::uuid`,
  );
  return `${row?.clicks} ${await newestDays(userId)}`;
}

function assertRoom(actor: Actor): void {
  const streams = [...(kept.hub?.streams ?? [])];
  const own = streams.filter((stream) => stream.actor.id === actor.id).length;
  if (own < MAX_STREAMS_OF_USER && streams.length < MAX_STREAMS && !shutdownSignal().aborted) return;
  throw new AppError("rate_limited", TOO_MANY_STREAMS, undefined, HEARTBEAT_MS / 1000);
}

function join(stream: Stream): void {
  if (kept.hub) kept.hub.streams.add(stream);
  else {
    kept.hub = { streams: new Set([stream]), changes: 0, wake: new AbortController() };
    void run(kept.hub);
  }
}

function leave(stream: Stream): void {
  const { hub } = kept;
  if (!hub?.streams.delete(stream) || hub.streams.size > 0) return;
  delete kept.hub;
  hub.wake.abort();
}

/** Runs until the last stream has ended. */
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
    const { actor, scope } = stream;
    const user = stream.sessions.map((hash) => active.get(hash)).find((one) => one?.userId === actor.id);
    const now = performance.now();
    const isDue = !isSum(scope) || now - stream.lookedUpAt >= MIN_SUM_INTERVAL_MS;
    if (isDue) stream.lookedUpAt = now;
    const version =
      user && (isDue ? await visibleVersion({ ...actor, role: user.role }, scope, hub.changes) : stream.version);
    if (version === undefined) stream.end();
    else if (version !== stream.version && stream.send(CHANGED)) Object.assign(stream, { version, sentAt: now });
    else if (now - stream.sentAt >= HEARTBEAT_MS && stream.send(HEARTBEAT)) stream.sentAt = now;
  }
}

function isSum({ group, own }: LiveScope): boolean {
  return Boolean(group) || own === "true";
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
