import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { isPublicApi } from "@/lib/paths";
import { clientKey, tooManyRequests } from "@/server/front/client-key";
import { refuse } from "@/server/front/refusal";

const CALL = /^\/api(?:\/|$)/;
/**
 * A flood from one client delays others by eight pages, less than a second on an idle machine. A page that takes longer
 * than `holdMs`, because of the database or its reader, no longer keeps others waiting.
 */
const PAGES = { atOnce: 8, waiting: 1_000, holdMs: 5_000 };
/** A refused call takes a few milliseconds. It ends with its headers, so that live streams and downloads don't count. */
const CALLS = { ...PAGES, atOnce: 32 };

type Limits = typeof PAGES;
type Turn = { response: ServerResponse; answer: () => void };
type Client = { answering: number; waiting: Turn[] };

/** Answers at most a few pages, and a few more calls, of a client at once. API clients don't wait for dashboards. */
export function createConcurrencyLimiter() {
  const pages = createTurns(PAGES);
  const calls = createTurns(CALLS, onHeaders);
  const publicCalls = createTurns(CALLS, onHeaders);
  return (request: IncomingMessage, response: ServerResponse, answer: () => void): void => {
    const { url = "/" } = request;
    if (isPublicApi(url)) publicCalls.take(request, response, answer);
    else (CALL.test(url) ? calls : pages).take(request, response, answer);
  };
}

/**
 * Answers at most a few requests of a client at once; others wait for their turn. Anyone may ask for pages, and
 * rendering one takes up to 50 ms, so that the pages of a single client would otherwise delay everyone's for minutes. In
 * contrast to a limit on the rate, an office behind one address notices nothing. Clients without requests take no
 * memory.
 *
 * @param onDone calls a function when a response is done before it closes
 */
export function createTurns(
  { atOnce, waiting, holdMs }: Limits,
  onDone?: (response: ServerResponse, done: () => void) => void,
) {
  const clients = new Map<number, Client>();

  function start(key: number, client: Client, { response, answer }: Turn): void {
    client.answering += 1;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      response.off("close", end);
      client.answering -= 1;
      advance(key, client);
    };
    const timer = setTimeout(end, holdMs).unref();
    response.on("close", end);
    onDone?.(response, end);
    answer();
  }

  function advance(key: number, client: Client): void {
    while (client.answering < atOnce) {
      const next = client.waiting.shift();
      if (!next) break;
      // The client may have left in the meantime.
      if (!next.response.destroyed) start(key, client, next);
    }
    if (client.answering === 0) clients.delete(key);
  }

  return {
    /** Calls `answer` when it is the client's turn; returns 429 if too many of its requests wait. */
    take(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
      const key = clientKey(request);
      const client = clients.get(key) ?? { answering: 0, waiting: [] };
      clients.set(key, client);
      if (client.waiting.length < waiting) client.waiting.push({ response, answer });
      else refuse(request, response, tooManyRequests());
      advance(key, client);
    },
    /** Clients with requests in progress. */
    size: () => clients.size,
  };
}
