import { browserCookie, sessionCookie } from "@/lib/auth/config";
import { isToken } from "@/lib/auth/tokens";

/** Reads a cookie of the request by its name. */
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
 * The token of a browser that asked for a sign-in link. Under https only the cookie with the prefix
 * is believed: the other could be set by a neighbouring host, which would thus choose who signs in.
 */
export function readBrowserToken(readCookie: ReadCookie, isSecure: boolean): string | undefined {
  const token = readCookie(browserCookie(isSecure).name);
  return token !== undefined && isToken(token) ? token : undefined;
}

/** The session tokens that the request carries, under https or not. */
export function readSessionTokens(readCookie: ReadCookie): string[] {
  return [true, false]
    .map((isSecure) => readCookie(sessionCookie(isSecure).name))
    .filter((value) => value !== undefined)
    .filter(isToken);
}

/** Set-Cookie values that remove the session cookie, under https or not. */
export function expireSessionCookies(): string[] {
  return [true, false].map((isSecure) => serializeCookie(sessionCookie(isSecure), "", 0));
}
