/**
 * The message of an error without what a mail server or a library may repeat in it: mail addresses,
 * URLs with a token in them, long keys.
 */
export function withoutSecrets(message: string): string {
  return message
    .replace(/\b[a-z]+:\/\/\S+/gi, "[address]")
    .replace(/\S+@\S+/g, "[address]")
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, "[redacted]");
}
