import { createHash } from "node:crypto";
import { NextRequest } from "next/server";
import { isHttps, sessionCookie } from "@/lib/auth/config";
import { type ReadCookie, readBrowserToken } from "@/lib/auth/cookies";
import { handlers } from "@/lib/auth/next-auth";
import { authSecret } from "@/lib/auth/secret";
import { hashToken, isToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { getBaseUrl } from "@/lib/settings/queries";

export const LINK_SPENT = "This sign-in link has expired or was used already. Please ask for a new one.";

/** What opening a link came to. `cookies` are Set-Cookie values. */
export type OpenedLink = { outcome: "signed-in"; cookies: string[] } | { outcome: "confirm" } | { outcome: "spent" };

/** Whom a link signs in, without spending it; null when it is unknown, expired or used. */
export async function findLink(token: string): Promise<{ email: string } | null> {
  const link = await findLivingLink(token);
  return link && { email: link.identifier };
}

/**
 * A link followed: signs in at once in the browser that asked for it. Any other browser is to show
 * a button first, so that a mail scanner that follows links spends nothing.
 */
export async function openLink(token: string, readCookie: ReadCookie): Promise<OpenedLink> {
  const link = await findLivingLink(token);
  if (!link) return { outcome: "spent" };
  const browserToken = readBrowserToken(readCookie, isHttps(await getBaseUrl()));
  const isAskingBrowser = browserToken !== undefined && link.browserHash === hashToken(browserToken);
  if (!isAskingBrowser) return { outcome: "confirm" };
  const cookies = await signIn(token, link.identifier);
  return cookies ? { outcome: "signed-in", cookies } : { outcome: "spent" };
}

/**
 * The button pressed.
 *
 * @returns Set-Cookie values
 * @throws AppError invalid when the link is spent
 */
export async function confirmLink(token: string): Promise<string[]> {
  const link = await findLivingLink(token);
  const cookies = link && (await signIn(token, link.identifier));
  if (!cookies) throw new AppError("invalid", LINK_SPENT);
  return cookies;
}

async function findLivingLink(token: string) {
  if (!isToken(token)) return null;
  // next-auth stores SHA-256 of the token and the secret.
  const stored = createHash("sha256")
    .update(token + authSecret())
    .digest("hex");
  const link = await prisma().verificationToken.findUnique({ where: { token: stored } });
  return link && link.expires > new Date() ? link : null;
}

/** Runs next-auth's e-mail callback, which spends the link. Null when it refused. */
async function signIn(token: string, email: string): Promise<string[] | null> {
  const baseUrl = await getBaseUrl();
  const query = new URLSearchParams({ token, email, callbackUrl: `${baseUrl}/` });
  const response = await handlers.GET(new NextRequest(`${baseUrl}/api/auth/callback/email?${query}`));
  const { name } = sessionCookie(isHttps(baseUrl));
  const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`));
  return cookies.length > 0 ? cookies : null;
}
