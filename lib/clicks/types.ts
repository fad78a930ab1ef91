/**
 * Stands for values beyond the limits (lib/clicks/dimensions.ts), since visitors can make them up. No real value has
 * this name.
 */
export const OTHER = "Other";

/** Regular expression source for the name of a QR code's placement. */
export const PLACEMENT_SYNTAX = "[a-z0-9-]{2,32}";

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
  /** Placement of the scanned QR code according to the URL; the drain keeps it if the link has it. */
  placement: string | null;
  /** Sec-Purpose: prefetch. */
  isPrefetch: boolean;
};
