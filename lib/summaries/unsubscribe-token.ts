import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { validate as isUuid } from "uuid";
import { authSecret, knownSecrets } from "@/lib/secret";

/**
 * A token that ends a user's summaries without a sign-in, and nothing else. It does not expire: a mail may be read
 * years later.
 */
export function unsubscribeToken(userId: string): string {
  return `${userId}.${sign(userId, authSecret()).toString("base64url")}`;
}

/** @returns the user's id, or null if no known secret signed the token */
export function readUnsubscribeToken(token: string): string | null {
  const [userId = "", signature = "", ...rest] = token.split(".");
  if (!isUuid(userId) || rest.length > 0) return null;
  const given = Buffer.from(signature, "base64url");
  const isSigned = knownSecrets().some((secret) => {
    const expected = sign(userId, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? userId : null;
}

function sign(userId: string, secret: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "hop unsubscribe", 32));
  return createHmac("sha256", key).update(`summary ${userId}`).digest();
}
