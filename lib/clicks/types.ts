import { HOSTNAME_MAX_LENGTH } from "@/lib/base-url";

/** Values that visitors made up beyond the limits are counted as this (lib/clicks/dimensions.ts). No real value has this name. */
export const OTHER = "Other";

/** Of a value that is counted: a host name is the longest. */
export const VALUE_MAX_LENGTH = HOSTNAME_MAX_LENGTH;

/** The name of a QR code's placement, in a pattern. */
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
