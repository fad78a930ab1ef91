/** Removes email addresses, URLs and long tokens, which mail servers and libraries may repeat in error messages. */
export function withoutSecrets(message: string): string {
  return message
    .replace(/\b[a-z]+:\/\/\S+/gi, "[address]")
    .replace(/\S+@\S+/g, "[address]")
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, "[redacted]");
}

type MailError = Error & { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };

/**
 * An error as it may be logged and stored: without secrets in its message, and of its other properties, in which
 * libraries keep addresses and replies, only those that name the step that failed.
 */
export function errorWithoutSecrets(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(withoutSecrets(String(thrown)));
  const { name, message, stack = "", code, command, responseCode, response } = thrown as MailError;
  // A mail server may echo credentials in its reply to a login.
  const isLogin = code === "EAUTH" && typeof response === "string";
  const error = new Error(withoutSecrets(isLogin ? message.replace(response, "[reply]") : message));
  // The stack starts with the message, which may have been changed since.
  error.stack = [`${name}: ${error.message}`, ...stack.split("\n").filter((line) => /^ {4}at /.test(line))].join("\n");
  return Object.assign(
    error,
    Object.fromEntries(Object.entries({ code, command, responseCode }).filter(([, value]) => value !== undefined)),
  );
}
