import { browserCookie, isHttps } from "@/lib/auth/config";
import { type ReadCookie, readBrowserToken, serializeCookie } from "@/lib/auth/cookies";
import type { MagicLinkInput } from "@/lib/auth/schema";
import { consumeSignInRequest } from "@/lib/auth/sign-in-limits";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { enqueue } from "@/lib/jobs/queue";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Queues a sign-in link for an email address. The worker checks whether it belongs to an active user, so that neither
 * the response nor its timing reveals this. A returning browser keeps its token, so that its earlier links still work.
 *
 * @returns Set-Cookie values that identify the requesting browser
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
