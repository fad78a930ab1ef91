/** A session as its owner is shown it. */
export type Session = {
  id: string;
  /** Of the sign-in: "Firefox"; null where not known. */
  browser: string | null;
  /** "Windows" */
  os: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** The sign-in. ISO 8601, like the others. */
  createdAt: string;
  /** A few minutes late. */
  lastSeenAt: string;
  expiresAt: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
};
