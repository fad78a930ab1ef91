import { createHash } from "node:crypto";

/** A strong entity tag of the given bytes (RFC 9110, section 8.8.3). */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
}
