/** Values that visitors made up beyond the limits are counted as this (lib/clicks/dimensions.ts). No real value has this name. */
export const OTHER = "Other";

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
  /** Two or three lower-case letters (ISO 639), if it is recorded. */
  language: string | null;
  /** Sec-Purpose: prefetch. */
  isPrefetch: boolean;
};
