/** Of scheduled backups, as administrators see it. */
export type BackupState = {
  /** The folder or bucket. Null: none are scheduled. */
  address: string | null;
  everyHours: number;
  last: { at: Date; bytes: number; name: string } | null;
  /** When the attempt began that is running now. */
  runningSince: Date | null;
  /** Since the last good one. */
  failedAttempts: number;
  /** Of the latest failed attempt since then: one sentence without secrets. */
  failure: { at: Date; message: string } | null;
};
