import { z } from "zod";

export const EMAIL_INVALID = "Please enter a valid email address";
/** RFC 5321, section 4.5.3.1.3: a path of 256 octets with its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** Trimmed and in lower case, as addresses are stored. */
export const emailSchema = z
  .string({ error: EMAIL_INVALID })
  .trim()
  .max(EMAIL_MAX_LENGTH, EMAIL_INVALID)
  .pipe(z.email(EMAIL_INVALID))
  .transform((email) => email.toLowerCase());

export const magicLinkSchema = z.object({ email: emailSchema });

export type MagicLinkInput = z.infer<typeof magicLinkSchema>;
