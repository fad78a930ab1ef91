/** Enough addresses that none comes near its limit. */
export const ADDRESSES = 16_384;

/** Trusted proxies: this machine, from which all of the load comes. */
export const TRUSTED_PROXIES = "127.0.0.1";

/** The nth visitor's address, sent in X-Forwarded-For as by a proxy. */
export function addressOf(n: number): string {
  return `10.${64 + ((n >> 8) & 63)}.${n & 255}.1`;
}

let next = 0;

/** The next visitor's address. */
export function nextAddress(): string {
  next = (next + 1) % ADDRESSES;
  return addressOf(next);
}
