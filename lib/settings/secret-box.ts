import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { authSecret, knownSecrets } from "@/lib/secret";

const FORMAT = "v1";
/** NIST SP 800-38D: 96-bit nonces for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a setting for storage with AES-256-GCM, under a key derived from the installation's secret. */
export function seal(plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(authSecret()), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${FORMAT}.${sealed.toString("base64url")}`;
}

/** @returns the plain text, or undefined if no known secret decrypts it or it was tampered with */
export function unseal(sealed: string): string | undefined {
  return knownSecrets()
    .map((secret) => unsealWith(secret, sealed))
    .find((plain) => plain !== undefined);
}

/** Whether the current secret decrypts it. */
export function isSealedWithCurrentSecret(sealed: string): boolean {
  return unsealWith(authSecret(), sealed) !== undefined;
}

function unsealWith(secret: string, sealed: string): string | undefined {
  const [format, encoded] = sealed.split(".");
  if (format !== FORMAT || !encoded) return undefined;
  const bytes = Buffer.from(encoded, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "hop settings", 32));
}
