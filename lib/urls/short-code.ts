import { randomInt } from "node:crypto";

export const GENERATED_CODE_LENGTH = 7;
/** Lowercase without look-alikes (0 and o, 1 and l and i): 31^7 is 27 billion codes. */
const CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** Generates a short code from a cryptographically secure source. */
export function generateShortCode(): string {
  return Array.from({ length: GENERATED_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join("");
}
