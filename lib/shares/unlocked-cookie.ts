import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { isHttps } from "@/lib/auth/config";
import { type ReadCookie, serializeCookie } from "@/lib/auth/cookies";
import { paths } from "@/lib/paths";
import { authSecret, knownSecrets } from "@/lib/secret";

const HOURS = 12;

type Lock = { id: string; passwordHash: string };

/**
 * A Set-Cookie value that opens a shared page in this browser for 12 hours. It is valid for this share and this
 * password only, and sent to this page only.
 */
export function unlockingCookie(share: Lock, token: string, baseUrl: string): string {
  const isSecure = isHttps(baseUrl);
  const maxAge = HOURS * 60 * 60;
  const expires = String(Math.floor(Date.now() / 1000) + maxAge);
  const value = `${expires}.${sign(authSecret(), share, expires).toString("base64url")}`;
  const options = { httpOnly: true, sameSite: "lax", path: paths.sharedStats(token), secure: isSecure, maxAge };
  return serializeCookie({ name: cookieName(isSecure), options }, value);
}

/** Whether the password was entered in this browser. */
export function isUnlocked(share: Lock, readCookie: ReadCookie, baseUrl: string): boolean {
  const [expires = "", signature = ""] = readCookie(cookieName(isHttps(baseUrl)))?.split(".") ?? [];
  if (!(Number(expires) * 1000 > Date.now())) return false;
  const given = Buffer.from(signature, "base64url");
  return knownSecrets().some((secret) => {
    const expected = sign(secret, share, expires);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A __Host- cookie could not be limited to one path. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Secure-hop.share" : "hop.share";
}

function sign(secret: string, { id, passwordHash }: Lock, expires: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "hop shared statistics", 32));
  return createHmac("sha256", key)
    .update(JSON.stringify([id, passwordHash, expires]))
    .digest();
}
