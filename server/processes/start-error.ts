/** A failed start for a reason that the operator can fix: one line, no stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
