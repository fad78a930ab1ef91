/** A session as listed for its owner. */
export type Session = {
  id: string;
  /** For example "Firefox". Like os and country, recorded at sign-in and null if unknown. */
  browser: string | null;
  /** For example "Windows". */
  os: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** When the user signed in. All times are ISO 8601. */
  createdAt: string;
  /** Up to five minutes behind. */
  lastSeenAt: string;
  expiresAt: string;
  /** Whether this request uses it. */
  isCurrent: boolean;
};
