import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { clientHash } from "@/lib/redirect/client-hash";
import { refuse } from "@/server/refusal";

/** Calls have limits of their own, and files take little. */
const NOT_RENDERED = /^\/(?:api|_next\/static)(?:\/|$)/;
const MAX_SEED = 2 ** 32;
const RETRY_AFTER_SECONDS = 5;
/**
 * A flood from one client delays others by eight pages, less than a second on an idle machine. A page that takes longer than `holdMs`,
 * because of the database or its reader, no longer keeps others waiting.
 */
const LIMITS = { atOnce: 8, waiting: 500, holdMs: 2_000 };

type Turn = { response: ServerResponse; render: () => void };
type Client = { rendering: number; waiting: Turn[] };

/**
 * Renders at most a few pages of a client at once; others wait for their turn. Anyone may ask for pages, and rendering
 * one takes up to 50 ms, so that the pages of a single client would otherwise delay everyone's for minutes. In contrast
 * to a limit on the rate, an office behind one address notices nothing. Clients without requests take no memory.
 */
export function createPageTurns({ atOnce, waiting, holdMs } = LIMITS) {
  const clients = new Map<number, Client>();
  const seed = randomInt(MAX_SEED);

  function start(key: number, client: Client, { response, render }: Turn): void {
    client.rendering += 1;
    const end = () => {
      clearTimeout(timer);
      response.off("close", end);
      client.rendering -= 1;
      advance(key, client);
    };
    const timer = setTimeout(end, holdMs).unref();
    response.on("close", end);
    render();
  }

  function advance(key: number, client: Client): void {
    while (client.rendering < atOnce) {
      const next = client.waiting.shift();
      if (!next) break;
      // The client may have left in the meantime.
      if (!next.response.destroyed) start(key, client, next);
    }
    if (client.rendering === 0) clients.delete(key);
  }

  return {
    /** Calls `render` when it is the client's turn; answers 429 if too many of its requests wait. */
    take(request: IncomingMessage, response: ServerResponse, render: () => void): void {
      if (NOT_RENDERED.test(request.url ?? "/")) {
        render();
        return;
      }
      const key = clientHash(request.headers[CLIENT_IP_HEADER]?.toString() ?? null, seed);
      const client = clients.get(key) ?? { rendering: 0, waiting: [] };
      clients.set(key, client);
      if (client.waiting.length < waiting) client.waiting.push({ response, render });
      else refuse(request, response, tooMany());
      advance(key, client);
    },
    /** Clients with pages in progress. */
    size: () => clients.size,
  };
}

function tooMany(): AppError {
  const message = "Too many requests. Please try again in a few seconds.";
  return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
}
