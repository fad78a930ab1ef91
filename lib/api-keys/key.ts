import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const KEY_PREFIX = "hop_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PATTERN = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
/** Length of the prefix shown in lists: enough to recognise a key, too little to guess it. */
const SHOWN_PREFIX_LENGTH = KEY_PREFIX.length + 4;

/** Generates an API key: `hop_`, 30 random characters (178 bits) and their checksum. */
export function generateApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("");
  return `${KEY_PREFIX}${random}${checksumOf(random)}`;
}

/** Whether the format and checksum are valid, which rejects mistyped and truncated keys without a query. */
export function isApiKey(text: string): boolean {
  const [, random = "", checksum] = PATTERN.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(random);
}

export function prefixOf(key: string): string {
  return key.slice(0, SHOWN_PREFIX_LENGTH);
}

export function lastFourOf(key: string): string {
  return key.slice(-4);
}

/** CRC-32 in base 62; 2^32 needs six digits. */
function checksumOf(random: string): string {
  let remainder = crc32(random);
  let digits = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = `${BASE62[remainder % BASE62.length]}${digits}`;
    remainder = Math.floor(remainder / BASE62.length);
  }
  return digits;
}
