/* Puts the steps of a redirect together; docs/architecture.md ("How a redirect works") explains them. */

import { randomBytes } from "node:crypto";
import { openSpool, type SpoolOptions, spoolFolder } from "@/lib/clicks/spool";
import { type Answer, answerFor, LOOP, TOO_MANY, UNAVAILABLE } from "@/lib/redirect/answer";
import { clientHash } from "@/lib/redirect/client-hash";
import type { ClientIpRule, CountryRule } from "@/lib/redirect/client-ip";
import { type ClientLimit, createClientLimiter, UNLIMITED } from "@/lib/redirect/client-limiter";
import { type LinkSource, type LinkSourceState, openLinkSource } from "@/lib/redirect/link-source";
import type { Link } from "@/lib/redirect/links";
import { isLoop, staysOnHost } from "@/lib/redirect/loop";
import { createRedirectCounter, type RedirectCounts, type RedirectResult } from "@/lib/redirect/redirect-counts";
import { languageOf, type RequestHead, readVisit, toClick, type Visit } from "@/lib/redirect/visit";

export type Redirector = {
  /**
   * Answers a visit. `reply` is called once, after the click is in the spool.
   *
   * @param peer address of the socket
   * @returns false when the request is not for a short URL; nothing is done then
   */
  answer(head: RequestHead, peer: string | undefined, reply: Reply): boolean;
  state(): RedirectorState;
  links: Pick<LinkSource, "codes" | "warm">;
  /** Counts since the start of this process, for /metrics. */
  counts: RedirectCounts;
  close(): Promise<void>;
};

type Reply = (answer: Answer) => void;
/** Counts the visit and replies. */
type Finish = (answer: Answer, result: RedirectResult) => void;

export type RedirectorState = LinkSourceState & {
  /** Clicks lost because the spool or the disk was full. */
  droppedClicks: number;
  /** Clicks over the limit of their client: redirected but not stored. */
  limitedClicks: number;
};

type RedirectorOptions = SpoolOptions & {
  databaseUrl: string;
  dataDir: string;
  cacheBytes: number;
  clientIp: ClientIpRule;
  country: CountryRule;
  /** Whether the visitor's language is recorded. */
  recordsLanguage?: boolean;
  /** Limit per client for stored clicks. */
  clickLimit?: ClientLimit;
  /** Limit per client for look-ups of unknown codes. */
  unknownLimit?: ClientLimit;
};

/** The redirects of one process. */
export function createRedirector(options: RedirectorOptions): Redirector {
  const { dataDir, clientIp, country, recordsLanguage = false, ...rest } = options;
  const { clickLimit = UNLIMITED, unknownLimit = UNLIMITED, ...others } = rest;
  const links = openLinkSource({ ...others, unknownLimit });
  const spool = openSpool(spoolFolder(dataDir), others);
  const clicks = createClientLimiter(clickLimit);
  const counter = createRedirectCounter();
  const seed = randomBytes(4).readInt32LE();
  let limitedClicks = 0;

  function redirect(visit: Visit, client: number, link: Link | null, finish: Finish): void {
    const now = Date.now();
    if (!link) links.noteUnknown(visit, client, now);
    const click = toClick(visit, link, now);
    const end = () => finish(answerFor(link), resultFor(link));
    if (!click) {
      end();
    } else if (clicks.take(client, now)) {
      spool.append(click, end);
    } else {
      limitedClicks += 1;
      end();
    }
  }

  function redirectUnlessLoop(visit: Visit, client: number, link: Link | null, finish: Finish): void {
    if (!link || !staysOnHost(link, visit.host)) {
      redirect(visit, client, link, finish);
      return;
    }
    const find = async (key: string) => {
      const found = await links.find(key, client);
      return found === "limited" ? null : found;
    };
    void isLoop(link, visit.key, visit.host, find).then((isOne) => {
      if (isOne) finish(LOOP, "loop");
      else redirect(visit, client, link, finish);
    });
  }

  return {
    answer(head, peer, reply) {
      const startedAt = performance.now();
      const visit = readVisit(head, {
        ip: clientIp(peer, head.forwardedFor),
        country: country(peer, head.country),
        language: recordsLanguage ? languageOf(head.acceptLanguage) : null,
      });
      if (!visit) return false;
      const finish: Finish = (answer, result) => {
        counter.finish(result, startedAt);
        reply(answer);
      };
      const client = clientHash(visit.ip, seed);
      const found = links.find(visit.key, client);
      if (found === "limited") {
        finish(TOO_MANY, "limited");
      } else if (found instanceof Promise) {
        counter.lookedUp(false);
        found.then(
          (link) => redirectUnlessLoop(visit, client, link, finish),
          () => finish(UNAVAILABLE, "unavailable"),
        );
      } else {
        counter.lookedUp(true);
        redirectUnlessLoop(visit, client, found, finish);
      }
      return true;
    },
    links,
    counts: counter.counts,
    state: () => ({ ...links.state(), droppedClicks: spool.dropped(), limitedClicks }),
    async close() {
      spool.close();
      await links.close();
    },
  };
}

function resultFor(link: Link | null): RedirectResult {
  if (!link) return "not_found";
  return link.status === "active" ? "redirected" : link.status;
}
