import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { authSecret, knownSecrets } from "@/lib/secret";

/**
 * Signs a text with the installation's secret (HMAC-SHA-256, RFC 2104, with a key of its own for each purpose).
 *
 * @returns base64url
 */
export function sign(purpose: string, text: string): string {
  return digest(purpose, text, authSecret()).toString("base64url");
}

/** Whether this installation signed the text for that purpose, with its secret or an earlier one. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  return knownSecrets().some((secret) => {
    const expected = digest(purpose, text, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function digest(purpose: string, text: string, secret: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  return createHmac("sha256", key).update(text).digest();
}
