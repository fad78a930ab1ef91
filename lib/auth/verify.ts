import { Auth } from "@auth/core";
import { rethrowDatabaseErrors } from "@/lib/auth/adapter";
import { type Client, summarizeClient } from "@/lib/auth/client";
import { createAuthConfig, isHttps, sessionCookie } from "@/lib/auth/config";
import { type ReadCookie, readBrowserToken, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken, isToken, storedLinkToken, storedLinkTokens } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { logSecurityEvent } from "@/lib/security-log";
import { endReplacedSessions } from "@/lib/sessions/replace";
import { getBaseUrl } from "@/lib/settings/queries";

export const LINK_SPENT = "This sign-in link has expired or was already used. Please request a new one.";

/** The outcome of opening a link. `cookies` are Set-Cookie values. */
export type OpenedLink = { outcome: "signed-in"; cookies: string[] } | { outcome: "confirm" } | { outcome: "spent" };

/** The browser that opens a link. */
export type Visitor = Client & { readCookie: ReadCookie };

/** Looks up whom a link signs in, without using it. Null if it is unknown, expired or used. */
export async function findLink(token: string): Promise<{ email: string; isInvitation: boolean } | null> {
  const link = await findStoredLink(token);
  return link && isOpen(link) ? { email: link.identifier, isInvitation: link.invitationId !== null } : null;
}

/**
 * Opens a link: signs in immediately in the browser that requested it. Any other browser must confirm first, so that
 * mail scanners that follow links do not use them up.
 */
export async function openLink(token: string, visitor: Visitor): Promise<OpenedLink> {
  const link = await findOpenLink(token);
  if (!link) return { outcome: "spent" };
  const browserToken = readBrowserToken(visitor.readCookie, isHttps(await getBaseUrl()));
  const isAskingBrowser = browserToken !== undefined && link.browserHash === hashToken(browserToken);
  if (!isAskingBrowser) return { outcome: "confirm" };
  const cookies = await signIn(token, link, visitor);
  return cookies ? { outcome: "signed-in", cookies } : { outcome: "spent" };
}

/**
 * Signs in after confirmation.
 *
 * @returns Set-Cookie values
 * @throws AppError invalid if the link has expired or was used
 */
export async function confirmLink(token: string, visitor: Visitor): Promise<string[]> {
  const link = await findOpenLink(token);
  const cookies = link && (await signIn(token, link, visitor));
  if (!cookies) throw new AppError("invalid", LINK_SPENT);
  return cookies;
}

/** Finds a valid link. Logs a security event if there is none. */
async function findOpenLink(token: string) {
  const link = await findStoredLink(token);
  if (link && isOpen(link)) return link;
  logSecurityEvent("sign_in_link_refused", { reason: link ? "expired" : "unknown or used" });
  return null;
}

async function findStoredLink(token: string) {
  if (!isToken(token)) return null;
  return prisma().verificationToken.findFirst({ where: { token: { in: storedLinkTokens(token) } } });
}

type StoredLink = { identifier: string; token: string };

function isOpen({ expires }: { expires: Date }): boolean {
  return expires > new Date();
}

/**
 * Runs next-auth's email callback, which uses up the link, unless the session can't be stored.
 *
 * @returns null if it refused
 */
async function signIn(token: string, link: StoredLink, { readCookie, ...client }: Visitor): Promise<string[] | null> {
  const baseUrl = await getBaseUrl();
  const query = new URLSearchParams({ token, email: link.identifier, callbackUrl: `${baseUrl}/` });
  const request = new Request(`${baseUrl}/api/auth/callback/email?${query}`);
  const summary = await summarizeClient(client);
  const response = await prisma().$transaction(async (transaction) => {
    // Waits for a change that ends all the user's sessions, or makes it wait, so that it ends this one too. In the order
    // in which that change locks the user and their links.
    await queryRows(transaction, sql`SELECT FROM users WHERE email = ${link.identifier} FOR NO KEY UPDATE`);
    // next-auth knows only the current secret.
    const current = storedLinkToken(token);
    if (link.token !== current) {
      await transaction.verificationToken.updateMany({ where: { token: link.token }, data: { token: current } });
    }
    const config = createAuthConfig({ baseUrl, client: summary, transaction });
    return rethrowDatabaseErrors(() => Auth(request, config));
  });
  const { name } = sessionCookie(isHttps(baseUrl));
  const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`));
  if (cookies.length === 0) {
    logSecurityEvent("sign_in_link_refused", { reason: "used concurrently, or the user may not sign in" });
    return null;
  }
  await endReplacedSessions(readSessionTokens(readCookie).map(hashToken));
  return cookies;
}
