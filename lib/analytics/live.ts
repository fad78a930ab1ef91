import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import type { LiveTotals } from "@/lib/analytics/types";
import type { ReadCookie } from "@/lib/auth/cookies";
import { findLivingSessions, sessionHashes } from "@/lib/auth/living-sessions";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { CLICKS_STORED } from "@/lib/clicks/store";
import { dayOf } from "@/lib/days";
import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { AppError, forbidden } from "@/lib/errors";
import { log } from "@/lib/log";
import { shutdownSignal } from "@/lib/shutdown";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

export const MAX_STREAMS_OF_USER = 5;
export const TOO_MANY_STREAMS = "Too many live views are open";
/** Of one process. */
const MAX_STREAMS = 200;
/** Totals are read at most this often, however many clicks come. */
const PAUSE_MS = 500;
/** Keeps the connection open, and finds those whose session has ended. */
const HEARTBEAT_MS = 5_000;

type Stream = {
  actor: Actor;
  scopeId: string;
  sessions: string[];
  /** What was told last. */
  told: string;
  send: (text: string) => void;
  end: () => void;
};

type Hub = {
  streams: Set<Stream>;
  stopListening: () => Promise<void>;
  heartbeat: NodeJS.Timeout;
  timer: NodeJS.Timeout | undefined;
  isTelling: boolean;
  isStale: boolean;
  endAll: () => void;
};

/** Of the process: one connection that hears of stored clicks, open while somebody looks on. */
const kept = globalThis as typeof globalThis & { hopLive?: Hub };

/**
 * Totals as they come, as server-sent events (HTML Living Standard, section 9.2), at first those of
 * now: over all links for an overall_admin, of one link for whoever sees it. The stream ends when its
 * reader goes, when the session or the right to see ends, and when the process does.
 *
 * @throws AppError forbidden, not_found, rate_limited
 */
export async function openLiveTotals(
  actor: Actor,
  { url }: { url?: string | undefined },
  readCookie: ReadCookie,
): Promise<ReadableStream<Uint8Array>> {
  if (!url && !canSeeGlobalAnalytics(actor)) throw forbidden();
  const scopeId = url ? (await getUrlOrThrow(actor, url)).url.id : ALL_LINKS;
  assertRoom(actor);
  const sessions = sessionHashes(readCookie);
  const encoder = new TextEncoder();
  let stream: Stream;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream = {
        actor,
        scopeId,
        sessions,
        told: "",
        // A reader that does not keep up gets the totals of later, not all that were between.
        send: (text) => void ((controller.desiredSize ?? 0) > 0 && controller.enqueue(encoder.encode(text))),
        end: () => {
          leave(stream);
          try {
            controller.close();
          } catch {
            // Its reader has gone already.
          }
        },
      };
      join(stream);
    },
    cancel: () => leave(stream),
  });
}

function assertRoom(actor: Actor): void {
  const streams = [...(kept.hopLive?.streams ?? [])];
  const own = streams.filter((stream) => stream.actor.id === actor.id).length;
  if (own < MAX_STREAMS_OF_USER && streams.length < MAX_STREAMS && !shutdownSignal().aborted) return;
  throw new AppError("rate_limited", TOO_MANY_STREAMS, undefined, HEARTBEAT_MS / 1000);
}

function join(stream: Stream): void {
  kept.hopLive ??= openHub();
  kept.hopLive.streams.add(stream);
  tellSoon(kept.hopLive, 0);
}

function leave(stream: Stream): void {
  const hub = kept.hopLive;
  if (!hub?.streams.delete(stream) || hub.streams.size > 0) return;
  kept.hopLive = undefined;
  clearInterval(hub.heartbeat);
  clearTimeout(hub.timer);
  shutdownSignal().removeEventListener("abort", hub.endAll);
  void hub.stopListening();
}

function openHub(): Hub {
  const hub: Hub = {
    streams: new Set(),
    stopListening: listen(env().DATABASE_URL ?? "", {
      channel: CLICKS_STORED,
      onNotify: () => tellSoon(hub),
      // What was sent while it was not heard is found by looking.
      onHearing: (isHearing) => isHearing && tellSoon(hub),
    }),
    heartbeat: setInterval(() => void tell(hub, { isHeartbeat: true }), HEARTBEAT_MS),
    timer: undefined,
    isTelling: false,
    isStale: false,
    endAll: () => {
      for (const stream of hub.streams) stream.end();
    },
  };
  shutdownSignal().addEventListener("abort", hub.endAll);
  return hub;
}

function tellSoon(hub: Hub, pause = PAUSE_MS): void {
  hub.isStale = true;
  if (hub.isTelling) return;
  hub.timer ??= setTimeout(() => void tell(hub), pause);
}

async function tell(hub: Hub, { isHeartbeat = false } = {}): Promise<void> {
  if (hub.isTelling) return;
  hub.isTelling = true;
  hub.isStale = false;
  clearTimeout(hub.timer);
  hub.timer = undefined;
  try {
    await endWhereSessionEnded(hub);
    const scopes = [...new Set([...hub.streams].map(({ scopeId }) => scopeId))];
    const totals = new Map(await Promise.all(scopes.map(async (id) => [id, await readTotals(id)] as const)));
    for (const stream of hub.streams) {
      const data = JSON.stringify(totals.get(stream.scopeId));
      // A stream that joined meanwhile is told next.
      if (!totals.has(stream.scopeId)) hub.isStale = true;
      else if (data !== stream.told) stream.send(`event: totals\ndata: ${data}\n\n`);
      else if (isHeartbeat) stream.send(": still here\n\n");
      stream.told = data;
    }
  } catch (error) {
    log.warn({ err: error }, "live totals wait for the database");
  }
  hub.isTelling = false;
  if (hub.isStale && hub.streams.size > 0) tellSoon(hub);
}

/** Before anything is told: of those whose session, role or sight of the link has ended. */
async function endWhereSessionEnded(hub: Hub): Promise<void> {
  const streams = [...hub.streams];
  const living = await findLivingSessions(streams.flatMap(({ sessions }) => sessions));
  for (const stream of streams) {
    const user = stream.sessions.map((hash) => living.get(hash)).find((one) => one?.userId === stream.actor.id);
    if (!user || !(await maySee({ ...stream.actor, role: user.role }, stream.scopeId))) stream.end();
  }
}

async function maySee(actor: Actor, scopeId: string): Promise<boolean> {
  if (canSeeGlobalAnalytics(actor)) return true;
  if (scopeId === ALL_LINKS) return false;
  try {
    await getUrlOrThrow(actor, scopeId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function readTotals(scopeId: string): Promise<LiveTotals> {
  const { rows } = await pool().query<Record<keyof LiveTotals, string>>(
    `SELECT coalesce(sum(total), 0) AS "totalClicks", coalesce(sum(qr), 0) AS "qrScans",
            coalesce(sum(total) FILTER (WHERE day = $2), 0) AS "todayClicks",
            coalesce(sum(visitors) FILTER (WHERE day = $2), 0) AS "todayVisitors"
     FROM click_days WHERE scope_id = $1 AND NOT is_bot`,
    [scopeId, dayOf(Date.now(), env().TIME_ZONE)],
  );
  const { totalClicks, qrScans, todayClicks, todayVisitors } = rows[0] ?? {};
  return {
    totalClicks: Number(totalClicks),
    qrScans: Number(qrScans),
    todayClicks: Number(todayClicks),
    todayVisitors: Number(todayVisitors),
  };
}
