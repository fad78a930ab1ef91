import { browserCookie, isHttps } from "@/lib/auth/config";
import { type ReadCookie, readBrowserToken, serializeCookie } from "@/lib/auth/cookies";
import type { MagicLinkInput } from "@/lib/auth/schema";
import { consumeSignInRequest } from "@/lib/auth/sign-in-limits";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { enqueue } from "@/lib/jobs/queue";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Has a sign-in link sent to the address, if a user who may sign in has it. Whether one does is
 * found out by the worker, so that the caller learns nothing from the answer or its time. A browser
 * that has asked before keeps its token, so that its earlier links still work.
 *
 * @returns Set-Cookie values that mark the browser as the one that asked
 * @throws AppError rate_limited
 */
export async function requestLink(
  { email }: MagicLinkInput,
  ip: string | null,
  readCookie: ReadCookie,
): Promise<string[]> {
  await consumeSignInRequest(email, ip);
  const isSecure = isHttps(await getBaseUrl());
  const token = readBrowserToken(readCookie, isSecure) ?? randomToken();
  await enqueue("sign-in-link", { email, browserHash: hashToken(token) });
  return [serializeCookie(browserCookie(isSecure), token)];
}
