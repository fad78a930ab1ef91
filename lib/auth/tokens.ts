import { createHash, randomBytes } from "node:crypto";
import { authSecret, knownSecrets } from "@/lib/secret";

/** 256 random bits in hex, 64 characters. */
export function randomToken(): string {
  return randomBytes(32).toString("hex");
}

export function isToken(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}

/** The stored form of a token: SHA-256 in hex. No salt or stretching is needed for 256 random bits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The stored form of a sign-in link's token, as next-auth hashes it: SHA-256 of the token and the secret, in hex. */
export function storedLinkToken(token: string): string {
  return hashToken(token + authSecret());
}

/** The forms in which a link's token may be stored, the current one first: links outlive a change of the secret. */
export function storedLinkTokens(token: string): string[] {
  return knownSecrets().map((secret) => hashToken(token + secret));
}
