import { randomBytes } from "node:crypto";
import path from "node:path";
import { openSpool, type SpoolOptions } from "@/lib/clicks/spool";
import { type Answer, answerFor, answerLoop, answerTooMany, answerUnavailable } from "@/lib/redirect/answer";
import { clientHash } from "@/lib/redirect/client-hash";
import { type ClientLimit, createClientLimiter, UNLIMITED } from "@/lib/redirect/client-limiter";
import { type LinkSourceState, openLinkSource } from "@/lib/redirect/link-source";
import type { Link } from "@/lib/redirect/links";
import { isLoop, staysOnHost } from "@/lib/redirect/loop";
import type { Target } from "@/lib/redirect/target";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

export type Redirector = {
  /** Answers a visit; `reply` is called once, after the click is in the spool. */
  visit(target: Target, visitor: Visitor, reply: Reply): void;
  /** What an operator wants to know. */
  state(): RedirectorState;
  close(): Promise<void>;
};

type Reply = (answer: Answer) => void;

export type RedirectorState = LinkSourceState & {
  /** Clicks that found no room. */
  droppedClicks: number;
  /** Clicks over the limit of their client, redirected and not stored. */
  limitedClicks: number;
};

type RedirectorOptions = SpoolOptions & {
  databaseUrl: string;
  dataDir: string;
  cacheBytes: number;
  /** Of the clicks that are stored. */
  clickLimit?: ClientLimit;
  /** Of the unknown codes that are looked up. */
  unknownLimit?: ClientLimit;
};

/** The redirect engine of one process: links, spool, answer. */
export function createRedirector(options: RedirectorOptions): Redirector {
  const { dataDir, clickLimit = UNLIMITED, unknownLimit = UNLIMITED, ...others } = options;
  const links = openLinkSource({ ...others, unknownLimit });
  const spool = openSpool(spoolFolder(dataDir), others);
  const clicks = createClientLimiter(clickLimit);
  const seed = randomBytes(4).readInt32LE();
  let limitedClicks = 0;

  function answer(target: Target, visitor: Visitor, client: number, link: Link | null, reply: Reply): void {
    if (link && staysOnHost(link, visitor.host)) answerOnHost(target, visitor, client, link, reply);
    else redirect(target, visitor, client, link, reply);
  }

  function redirect(target: Target, visitor: Visitor, client: number, link: Link | null, reply: Reply): void {
    const now = Date.now();
    const click = clickOf(visitor, target, link, now);
    if (!click) {
      reply(answerFor(link));
    } else if (clicks.take(client, now)) {
      spool.append(click, () => reply(answerFor(link)));
    } else {
      limitedClicks += 1;
      reply(answerFor(link));
    }
  }

  /** The destination is a short URL of the same host, which may lead back. */
  function answerOnHost(target: Target, visitor: Visitor, client: number, link: Link, reply: Reply): void {
    const find = async (key: string) => {
      const found = await links.find(key, client);
      return found === "limited" ? null : found;
    };
    void isLoop(link, target.key, visitor.host, find).then((isOne) => {
      if (isOne) reply(answerLoop());
      else redirect(target, visitor, client, link, reply);
    });
  }

  return {
    visit(target, visitor, reply) {
      const client = clientHash(visitor.ip, seed);
      const found = links.find(target.key, client);
      if (found === "limited") {
        reply(answerTooMany());
      } else if (found instanceof Promise) {
        found.then(
          (link) => answer(target, visitor, client, link, reply),
          () => reply(answerUnavailable()),
        );
      } else {
        answer(target, visitor, client, found, reply);
      }
    },
    state: () => ({ ...links.state(), droppedClicks: spool.dropped(), limitedClicks }),
    async close() {
      spool.close();
      await links.close();
    },
  };
}

/** Where the fronts of one machine leave clicks for its workers. */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, "spool");
}
