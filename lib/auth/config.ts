import type { AuthConfig } from "@auth/core";
import type { EmailConfig } from "@auth/core/providers/email";
import { createAdapter } from "@/lib/auth/adapter";
import type { ClientSummary } from "@/lib/auth/client";
import { authSecret } from "@/lib/auth/secret";
import { randomToken } from "@/lib/auth/tokens";
import { log } from "@/lib/log";
import { SESSION_LIFETIME_DAYS } from "@/lib/sessions/lifetime";
import type { Role, UserStatus } from "@/lib/users/types";

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

/** Brings a sign-in link to its reader. */
export type SendLink = (link: { email: string; token: string }) => Promise<void>;

type Options = {
  baseUrl: string;
  sendLink?: SendLink;
  browserHash?: string | null;
  /** What signs in. */
  client?: ClientSummary;
};

/** The one configuration of next-auth: e-mail links, database sessions (design section 6). */
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
      // As long as a session lasts, which is thus never extended.
      updateAge: SESSION_LIFETIME_DAYS * DAY_IN_SECONDS,
      generateSessionToken: randomToken,
    },
    cookies: { sessionToken: sessionCookie(isSecure) },
    providers: [emailProvider(sendLink)],
    pages: { signIn: "/", error: "/", verifyRequest: "/" },
    callbacks: {
      // Strangers have no status, and whoever may not sign in gets no link and no session.
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

/** Whether cookies are for https alone. */
export function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}

/** Says which browser asked for a sign-in link, for as long as a link lives and a little longer. */
export function browserCookie(isSecure: boolean) {
  return {
    name: isSecure ? "__Host-hop.browser" : "hop.browser",
    options: { ...sessionCookie(isSecure).options, maxAge: (LINK_LIFETIME_MINUTES + 5) * 60 },
  } as const;
}

/** RFC 6265bis, section 4.1.3.2: the prefix binds the cookie to this host, under https. */
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
      if (!sendLink) throw new Error("Links are sent by the worker only");
      await sendLink({ email: identifier, token });
    },
    options: {},
  };
}
