/** Thrown by a job that would fail for the same reason every time: it is not retried. */
export class PermanentFailure extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
