/** A job of the queue that was tried as often as it may be, and still failed. What it carried is not told. */
export type FailedJob = {
  id: string;
  /** For example sign-in-link */
  queue: string;
  /** ISO 8601 */
  createdAt: string;
  failedAt: string;
  /** How often it was tried. */
  tries: number;
  /** The last one, in the words of what failed. */
  error: string;
  /** Whether it may be tried again; a sign-in link would come too late. */
  canRetry: boolean;
};
