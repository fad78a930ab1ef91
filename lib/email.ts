import { z } from "@/lib/zod";

export const EMAIL_INVALID = "Please enter a valid email address";
/** RFC 5321, section 4.5.3.1.3: a path of 256 octets including its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** Parses an email address into its stored form: trimmed and lower-case. */
export function emailAddress(message: string) {
  return z
    .string({ error: message })
    .trim()
    .max(EMAIL_MAX_LENGTH, message)
    .pipe(z.email(message))
    .transform((email) => email.toLowerCase());
}

export const emailSchema = emailAddress(EMAIL_INVALID);
