/** A backup cannot be written, read or restored for a reason that the operator can fix. The message is one sentence. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
