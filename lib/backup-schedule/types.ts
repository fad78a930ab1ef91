/** State of scheduled backups, as shown to administrators. */
export type BackupState = {
  /** The folder or bucket; null if no backups are scheduled. */
  address: string | null;
  everyHours: number;
  last: { at: Date; bytes: number; name: string } | null;
  /** Start of the running attempt. */
  runningSince: Date | null;
  /** Failed attempts since the last good backup. */
  failedAttempts: number;
  /** The latest failed attempt since then, described in one sentence without secrets. */
  failure: { at: Date; message: string } | null;
};
