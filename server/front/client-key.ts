import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { clientHash } from "@/lib/redirect/client-hash";

const RETRY_AFTER_SECONDS = 5;
const seed = randomInt(2 ** 32);

/** Identifies the client that sent a request, see `clientHash`. */
export function clientKey({ headers }: IncomingMessage): number {
  return clientHash(headers[CLIENT_IP_HEADER]?.toString() ?? null, seed);
}

export function tooManyRequests(): AppError {
  const message = "Too many requests. Please try again in a few seconds.";
  return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
}
