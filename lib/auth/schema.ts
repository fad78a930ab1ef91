import { z } from "zod";

export const EMAIL_INVALID = "Please enter a valid email address";
/** RFC 5321, section 4.5.3.1.3: a path of 256 octets with its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** An address, trimmed and in lower case, as addresses are stored. */
export function emailAddress(message: string) {
  return z
    .string({ error: message })
    .trim()
    .max(EMAIL_MAX_LENGTH, message)
    .pipe(z.email(message))
    .transform((email) => email.toLowerCase());
}

export const emailSchema = emailAddress(EMAIL_INVALID);

export const magicLinkSchema = z.object({ email: emailSchema });

export type MagicLinkInput = z.infer<typeof magicLinkSchema>;
