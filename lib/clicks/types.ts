/** One visit as the redirect notes it; what can be worked out later is left to the drain. */
export type Click = {
  /** UUIDv7 */
  id: string;
  urlId: string;
  /** Milliseconds since the epoch. */
  at: number;
  accessMethod: "qr" | "direct";
  ip: string | null;
  referer: string | null;
  userAgent: string | null;
  /** Where a trusted proxy said so; else the drain finds out. */
  country: string | null;
  /** The browser fetched ahead of its user (Sec-Purpose: prefetch). */
  isPrefetch: boolean;
};
