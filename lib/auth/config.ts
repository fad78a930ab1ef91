import type { AuthConfig } from "@auth/core";
import type { EmailConfig } from "@auth/core/providers/email";
import { type Role, SESSION_LIFETIME_DAYS } from "@/lib/actor";
import { createAdapter } from "@/lib/auth/adapter";
import type { ClientSummary } from "@/lib/auth/client";
import { randomToken } from "@/lib/auth/tokens";
import type { Transaction } from "@/lib/db/prisma";
import { log } from "@/lib/log";
import { authSecret } from "@/lib/secret";
import type { UserStatus } from "@/lib/users/types";

export const LINK_LIFETIME_MINUTES = 10;
const DAY_IN_SECONDS = 24 * 60 * 60;

declare module "@auth/core/adapters" {
  interface AdapterUser {
    firstName: string;
    lastName: string;
    role: Role;
    status: UserStatus;
    urlLimit: number;
  }
}

export type SendLink = (link: { email: string; token: string }) => Promise<void>;

type Options = {
  baseUrl: string;
  sendLink?: SendLink;
  browserHash?: string | null;
  client?: ClientSummary;
  transaction?: Transaction;
};

/** The next-auth configuration: email links and database sessions (design section 6). */
export function createAuthConfig({ baseUrl, sendLink, ...adapterOptions }: Options): AuthConfig {
  const isSecure = isHttps(baseUrl);
  return {
    adapter: createAdapter(adapterOptions),
    basePath: "/api/auth",
    secret: authSecret(),
    trustHost: true,
    useSecureCookies: isSecure,
    session: {
      strategy: "database",
      maxAge: SESSION_LIFETIME_DAYS * DAY_IN_SECONDS,
      // Equal to maxAge, so that next-auth never extends a session.
      updateAge: SESSION_LIFETIME_DAYS * DAY_IN_SECONDS,
      generateSessionToken: randomToken,
    },
    cookies: { sessionToken: sessionCookie(isSecure) },
    providers: [emailProvider(sendLink)],
    pages: { signIn: "/", error: "/", verifyRequest: "/" },
    callbacks: {
      // Unknown users have no status. Only active users get links and sessions.
      signIn: ({ user }) => "status" in user && user.status === "active",
      session: ({ session, user }) => ({
        id: session.id,
        signedInAt: session.createdAt,
        expires: session.expires,
        user,
      }),
    },
    logger: {
      error: (error) => log.warn({ err: error }, "sign-in"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Whether cookies must be Secure. */
export function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}

/** Identifies the browser that requested a sign-in link, until shortly after the link expires. */
export function browserCookie(isSecure: boolean) {
  return {
    name: isSecure ? "__Host-hop.browser" : "hop.browser",
    options: { ...sessionCookie(isSecure).options, maxAge: (LINK_LIFETIME_MINUTES + 5) * 60 },
  } as const;
}

/** Under https the __Host- prefix binds the cookie to this host (RFC 6265bis, section 4.1.3.2). */
export function sessionCookie(isSecure: boolean) {
  return {
    name: isSecure ? "__Host-hop.session" : "hop.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
  } as const;
}

function emailProvider(sendLink: SendLink | undefined): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "Email",
    maxAge: LINK_LIFETIME_MINUTES * 60,
    generateVerificationToken: randomToken,
    sendVerificationRequest: async ({ identifier, token }) => {
      if (!sendLink) throw new Error("Only the worker sends sign-in links");
      await sendLink({ email: identifier, token });
    },
    options: {},
  };
}
