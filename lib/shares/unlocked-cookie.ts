import { isHttps } from "@/lib/auth/config";
import { type ReadCookie, serializeCookie } from "@/lib/auth/cookies";
import { paths } from "@/lib/paths";
import { isSigned, sign } from "@/lib/signature";

const HOURS = 12;
const PURPOSE = "hop shared statistics";

type Lock = { id: string; passwordHash: string };

/**
 * A Set-Cookie value that opens a shared page in this browser for 12 hours. It is valid for this share and this
 * password only, and sent to this page only.
 */
export function unlockingCookie(share: Lock, token: string, baseUrl: string): string {
  const isSecure = isHttps(baseUrl);
  const maxAge = HOURS * 60 * 60;
  const expires = String(Math.floor(Date.now() / 1000) + maxAge);
  const value = `${expires}.${sign(PURPOSE, signedText(share, expires))}`;
  const options = { httpOnly: true, sameSite: "lax", path: paths.sharedStats(token), secure: isSecure, maxAge };
  return serializeCookie({ name: cookieName(isSecure), options }, value);
}

/** Whether the password was entered in this browser. */
export function isUnlocked(share: Lock, readCookie: ReadCookie, baseUrl: string): boolean {
  const [expires = "", signature = ""] = readCookie(cookieName(isHttps(baseUrl)))?.split(".") ?? [];
  if (!(Number(expires) * 1000 > Date.now())) return false;
  return isSigned(PURPOSE, signedText(share, expires), signature);
}

/** A __Host- cookie could not be limited to one path. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Secure-hop.share" : "hop.share";
}

function signedText({ id, passwordHash }: Lock, expires: string): string {
  return JSON.stringify([id, passwordHash, expires]);
}
