import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { nextAddress } from "@/bench/harness/addresses";
import { USER_AGENT } from "@/bench/harness/load";

/** One response to a visitor. `at` is a performance.now() time. */
type Answer = { at: number; ms: number; code: string; status: number; location: string; target: string };

export type Visits = {
  answers: Answer[];
  /** Requests that reached a server but were never answered: their click may or may not be stored. */
  unanswered: { at: number; error: string }[];
  /** Refused connections, which are not visits. */
  refused: number;
  /**
   * Resent because a keep-alive connection had been closed, as HTTP clients and proxies do (RFC 9112, section 9.3.1).
   */
  sentAgain: number;
  /** Waits for requests in progress. */
  stop: () => Promise<void>;
};

type Options = {
  /** Base URLs; the next one is tried when a connection is refused. */
  targets: string[];
  code: () => string;
  connections: number;
  /** Visits per second in total; as fast as they are answered if omitted. */
  perSecond?: number;
};

const ANSWER_TIMEOUT_MS = 30_000;
const REFUSED_PAUSE_MS = 10;

/** Visitors on keep-alive connections who record each response, until they are stopped. */
export function startVisits({ targets, code, connections, perSecond }: Options): Visits {
  let isStopped = false;
  const interval = perSecond ? (connections * 1000) / perSecond : 0;
  const visits: Visits = {
    answers: [],
    unanswered: [],
    refused: 0,
    sentAgain: 0,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
  const visitor = async (number: number) => {
    const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    let at = number;
    let next = performance.now() + (interval * number) / connections;
    while (!isStopped) {
      if (interval > 0) {
        const wait = next - performance.now();
        if (wait > 1) await sleep(wait);
        next = Math.max(next + interval, performance.now() - interval);
      }
      await visitOnce(visits, code(), agents, targets, () => at++);
    }
    for (const agent of agents) agent.destroy();
  };
  const running = Promise.all(Array.from({ length: connections }, (_, number) => visitor(number))).then(
    () => undefined,
  );
  return visits;
}

/** One visit, at the first target that accepts it. */
async function visitOnce(
  visits: Visits,
  code: string,
  agents: Agent[],
  targets: string[],
  turn: () => number,
): Promise<void> {
  for (let tries = 0; tries < targets.length; tries++) {
    const index = turn() % targets.length;
    const target = targets[index] ?? "";
    let outcome = await get(`${target}/${code}`, agents[index]);
    if (outcome.kind === "broken" && outcome.isReused) {
      visits.sentAgain += 1;
      outcome = await get(`${target}/${code}`, agents[index]);
    }
    if (outcome.kind === "answered") {
      const { at, ms, status, headers } = outcome;
      visits.answers.push({ at, ms, code, status, location: headers.location ?? "", target });
      return;
    }
    if (outcome.kind === "broken") {
      visits.unanswered.push({ at: performance.now(), error: outcome.error });
      return;
    }
    visits.refused += 1;
  }
  await sleep(REFUSED_PAUSE_MS);
}

type Outcome =
  | { kind: "answered"; status: number; headers: IncomingHttpHeaders; at: number; ms: number }
  /** The connection was refused. */
  | { kind: "refused"; error: string }
  /** The request was sent, but not answered. */
  | { kind: "broken"; error: string; isReused: boolean };

/** Sends one GET as the next visitor. */
export function get(url: string, agent: Agent | false = false): Promise<Outcome> {
  return new Promise((resolve) => {
    const began = performance.now();
    let isConnected = false;
    const sent = request(
      url,
      { agent, headers: { "User-Agent": USER_AGENT, "X-Forwarded-For": nextAddress() }, timeout: ANSWER_TIMEOUT_MS },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        const at = performance.now();
        response.resume();
        response.on("end", () => resolve({ kind: "answered", status, headers, at, ms: at - began }));
        response.on("error", ({ message: error }) => resolve({ kind: "broken", error, isReused: false }));
      },
    );
    sent.on("socket", (socket) => {
      if (!socket.connecting) isConnected = true;
      else
        socket.once("connect", () => {
          isConnected = true;
        });
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", ({ message: error }) =>
      resolve(isConnected ? { kind: "broken", error, isReused: sent.reusedSocket } : { kind: "refused", error }),
    );
    sent.end();
  });
}

const KNOWN_TRIES = 100;
const KNOWN_PAUSE_MS = 200;

/**
 * Like `get`, but retries while the database is too slow for the front (promise B1). After a redirect, the front knows
 * the link.
 */
export async function getKnown(url: string): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await get(url);
    if (outcome.kind !== "answered" || outcome.status !== 503 || tries === KNOWN_TRIES) return outcome;
    await sleep(KNOWN_PAUSE_MS);
  }
}

/** The number of 302s to a destination for each code. */
export function receivedByCode(visits: Visits): Map<string, number> {
  const received = new Map<string, number>();
  for (const { code, status } of visits.answers) if (status === 302) received.set(code, (received.get(code) ?? 0) + 1);
  return received;
}

/** The longest time without a 302 between two points in time, in milliseconds. */
export function longestGap(visits: Visits, from: number, to: number): number {
  const times = visits.answers.filter(({ status, at }) => status === 302 && at >= from && at <= to).map(({ at }) => at);
  let longest = 0;
  let before = from;
  for (const at of [...times.sort((a, b) => a - b), to]) {
    longest = Math.max(longest, at - before);
    before = at;
  }
  return longest;
}

/** Merges visits that have ended into one. */
export function mergeVisits(all: Visits[]): Visits {
  return {
    answers: all.flatMap(({ answers }) => answers),
    unanswered: all.flatMap(({ unanswered }) => unanswered),
    refused: all.reduce((sum, { refused }) => sum + refused, 0),
    sentAgain: all.reduce((sum, { sentAgain }) => sum + sentAgain, 0),
    stop: async () => undefined,
  };
}
