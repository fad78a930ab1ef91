/** Removes email addresses, URLs and long tokens, which mail servers and libraries may repeat in error messages. */
export function withoutSecrets(message: string): string {
  return message
    .replace(/\b[a-z]+:\/\/\S+/gi, "[address]")
    .replace(/\S+@\S+/g, "[address]")
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, "[redacted]");
}
