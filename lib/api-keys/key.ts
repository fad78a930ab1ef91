import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const MARK = "hop_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PATTERN = new RegExp(`^${MARK}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
/** What is shown of a key in lists: enough to know it by, and far from enough to guess it. */
const SHOWN_LENGTH = MARK.length + 4;

/** A new API key: `hop_`, 30 random characters (178 bits) and a checksum of them. */
export function generateApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("");
  return `${MARK}${random}${checksumOf(random)}`;
}

/** Whether it can be a key: one that is mistyped or cut off never reaches the database. */
export function isApiKey(text: string): boolean {
  const [, random = "", checksum] = PATTERN.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(random);
}

export function prefixOf(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

export function lastFourOf(key: string): string {
  return key.slice(-4);
}

/** CRC-32 in base 62: 2^32 needs six digits. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
