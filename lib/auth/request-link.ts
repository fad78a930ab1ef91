import type { MagicLinkInput } from "@/lib/auth/schema";
import { consumeSignInRequest } from "@/lib/auth/sign-in-limits";
import { hashToken, isToken, randomToken } from "@/lib/auth/tokens";
import { enqueue } from "@/lib/jobs/queue";

/**
 * Has a sign-in link sent to the address, if a user who may sign in has it. Whether one does is
 * found out by the worker, so that the caller learns nothing from the answer or its time.
 *
 * @param browserToken of the cookie that an earlier request left, kept so that earlier links still work
 * @returns the browser's token, to be set as a cookie
 * @throws AppError rate_limited
 */
export async function requestLink(
  { email }: MagicLinkInput,
  ip: string | null,
  browserToken: string | undefined,
): Promise<string> {
  await consumeSignInRequest(email, ip);
  const token = browserToken && isToken(browserToken) ? browserToken : randomToken();
  await enqueue("sign-in-link", { email, browserHash: hashToken(token) });
  return token;
}
