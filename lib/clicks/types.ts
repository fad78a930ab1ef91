/** A click as the redirect records it. The drain adds the rest. */
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
  /** From a trusted proxy; otherwise the drain looks it up. */
  country: string | null;
  /** Sec-Purpose: prefetch. */
  isPrefetch: boolean;
};
