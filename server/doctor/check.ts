/**
 * The result of one check by `hop doctor`. `skipped` means that it could not be checked, for the reason in `message`.
 */
export type Check = {
  name: string;
  status: "ok" | "warning" | "problem" | "skipped";
  /** Contains no secrets. */
  message: string;
  /** What the operator can do, for warnings and problems. */
  remedy?: string;
};

export function ok(name: string, message: string): Check {
  return { name, status: "ok", message };
}

export function skipped(name: string, message: string): Check {
  return { name, status: "skipped", message };
}

export function warning(name: string, message: string, remedy: string): Check {
  return { name, status: "warning", message, remedy };
}

export function problem(name: string, message: string, remedy: string): Check {
  return { name, status: "problem", message, remedy };
}

/** An AggregateError, from a host with several addresses, has no message. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: { code?: string } };
  return (cause?.code ?? message) || code || String(error);
}
