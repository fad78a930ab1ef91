/** So many visitors that none of them comes near a limit for one address. */
export const ADDRESSES = 16_384;

/** Whose X-Forwarded-For Hop believes: this machine's, from which all of the load comes. */
export const TRUSTED_PROXIES = "127.0.0.1";

/** The nth visitor's address, which the load sends in X-Forwarded-For as a proxy would. */
export function addressOf(n: number): string {
  return `10.${64 + ((n >> 8) & 63)}.${n & 255}.1`;
}

let next = 0;

/** Another visitor's each time. */
export function nextAddress(): string {
  next = (next + 1) % ADDRESSES;
  return addressOf(next);
}
