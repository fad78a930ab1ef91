import { browserCookie, sessionCookie } from "@/lib/auth/config";
import { isToken } from "@/lib/auth/tokens";

/** Returns the value of a request cookie. */
export type ReadCookie = (name: string) => string | undefined;

type Cookie = {
  name: string;
  options: { httpOnly: boolean; sameSite: string; path: string; secure: boolean; maxAge?: number };
};

/** A Set-Cookie value (RFC 6265, section 4.1). */
export function serializeCookie({ name, options }: Cookie, value: string, maxAge = options.maxAge): string {
  const { path, secure } = options;
  const lifetime = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=${path}${lifetime}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/**
 * The token of a browser that requested a sign-in link. Under https only the cookie with the __Host- prefix is
 * trusted. A sibling subdomain could set the other one and sign the victim in as someone else.
 */
export function readBrowserToken(readCookie: ReadCookie, isSecure: boolean): string | undefined {
  const token = readCookie(browserCookie(isSecure).name);
  return token !== undefined && isToken(token) ? token : undefined;
}

/** The session tokens in a request, from the https and the http cookie. */
export function readSessionTokens(readCookie: ReadCookie): string[] {
  return [true, false]
    .map((isSecure) => readCookie(sessionCookie(isSecure).name))
    .filter((value) => value !== undefined)
    .filter(isToken);
}

/** Set-Cookie values that remove the https and the http session cookie. */
export function expireSessionCookies(): string[] {
  return [true, false].map((isSecure) => serializeCookie(sessionCookie(isSecure), "", 0));
}
