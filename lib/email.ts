import { parseUrl } from "@/lib/parse-url";
import { trimPasted } from "@/lib/trim-pasted";
import * as z from "@/lib/zod";

export const EMAIL_INVALID = "Please enter a valid email address";
/** RFC 5321, section 4.5.3.1.3: a path of 256 octets including its angle brackets. */
const EMAIL_MAX_LENGTH = 254;

/**
 * A local part without quotes (RFC 5322, section 3.2.3), and a domain whose last label begins with a letter, in
 * ASCII.
 */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** Parses an email address into its stored form: trimmed, lower-case, with the domain in Punycode (RFC 3492). */
export function emailAddress(message: string) {
  return z
    .string({ error: message })
    .overwrite(trimPasted)
    .max(EMAIL_MAX_LENGTH, message)
    .transform(withAsciiDomain)
    .pipe(z.email({ pattern: ADDRESS, error: message }).max(EMAIL_MAX_LENGTH, message))
    .transform((email) => email.toLowerCase());
}

/** Converts a domain of letters, digits, hyphens and dots of any script. */
function withAsciiDomain(email: string): string {
  const [, local, domain] = /^([^@]+@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  return domain ? `${local}${parseUrl(`http://${domain}`)?.hostname ?? domain}` : email;
}

export const emailSchema = emailAddress(EMAIL_INVALID);
