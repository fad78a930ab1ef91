import { HOSTNAME_MAX_LENGTH } from "@/lib/base-url";
import { formatCount } from "@/lib/format";
import { INVISIBLE, NEEDED } from "@/lib/name";
import { parseUrl } from "@/lib/parse-url";
import { trimPasted } from "@/lib/trim-pasted";
import { isReservedCode } from "@/lib/urls/reserved-codes";
import { BULK_MAX_URLS, SHORT_CODE_MAX_LENGTH, SHORT_CODE_SYNTAX, URL_STATUSES } from "@/lib/urls/types";
import * as z from "@/lib/zod";

export const URL_MIN_LENGTH = 8;
export const URL_MAX_LENGTH = 2048;
const HOSTNAME_MIN_LENGTH = 3;

export const URL_REQUIRED = "URL is required";
export const URL_NOT_TEXT = "URL must be a string";
export const URL_INVALID = "Please enter a valid URL (must start with http:// or https://)";
export const URL_TOO_LONG = invalidUrl(`it must have at most ${formatCount(URL_MAX_LENGTH)} characters`);
export const URL_TOO_LONG_ENCODED = `${URL_TOO_LONG} when percent-encoded`;
export const URL_HAS_CREDENTIALS = invalidUrl("a username or password is not allowed");
export const OWN_HOST_FORBIDDEN = invalidUrl("it must not point to the short domain itself");
export const HOST_MISSING = invalidUrl("the host is missing");
export const HOST_WITHOUT_DOT = invalidUrl("the host needs a dot, as in example.com");
export const HOST_TOO_SHORT = invalidUrl(`the host needs at least ${HOSTNAME_MIN_LENGTH} characters`);
export const HOST_INVALID = invalidUrl("the host is not a valid name");
export const URL_PORT_INVALID = invalidUrl("the port must be a number up to 65,535");
export const URL_STATUS_INVALID = "Status must be active, paused or deleted";
export const GROUP_INVALID = "`groupId` must be a UUID or null.";
/** Maximum size of a request, enough for the maximum number of ids. */
export const BULK_MAX_BODY_BYTES = 256 * 1024;
export const BULK_IDS_INVALID = `\`ids\` must be an array of 1 to ${formatCount(BULK_MAX_URLS)} ids.`;
export const BULK_ACTION_INVALID = "`action` must be one of pause, activate, delete, move.";
export const SHORT_CODE_TOO_LONG = `Short code must be at most ${SHORT_CODE_MAX_LENGTH} characters`;
export const SHORT_CODE_NOT_TEXT = "Short code must be a string";
export const SHORT_CODE_CHARSET = "Short code may contain only the letters A to Z, digits, hyphens and underscores";
export const GENERATE_QR_INVALID = "`generateQR` must be true.";
export const SHORT_CODE_RESERVED = "This short code is reserved";

/** The specification's message, followed by the reason. */
function invalidUrl(reason: string): string {
  return `${URL_INVALID}: ${reason}`;
}

/** A dot, and those of other scripts that stand for one (RFC 3490, section 3.1). */
const DOT = /[.\u3002\uff0e\uff61]/;
/** Characters rejected anywhere (spec section 5), control characters, and lone surrogates (UTF-16). */
const FORBIDDEN = /[,\\[\]<>{}|^`"'\s\p{Cc}\p{Cs}]/u;

/**
 * Checks a trimmed URL (spec section 5).
 *
 * @returns the message of the first violated rule, or undefined
 */
export function findUrlProblem(url: string): string | undefined {
  if (url === "") return URL_REQUIRED;
  if (url.length > URL_MAX_LENGTH) return URL_TOO_LONG;
  if (!/^https?:\/\//i.test(url)) return URL_INVALID;
  // Invisible characters that are percent-encoded were hardly pasted by accident.
  const forbidden = FORBIDDEN.exec(url) ?? INVISIBLE.exec(url.replace(NEEDED, ""));
  if (forbidden) return characterForbidden(forbidden[0]);
  const { host, port } = splitAuthority(url);
  // With a host, it has at least URL_MIN_LENGTH characters.
  if (host === "") return HOST_MISSING;
  const parsed = parseUrl(url);
  if (!parsed && !DOT.test(host)) return HOST_WITHOUT_DOT;
  if (!parsed) return isPort(port) ? HOST_INVALID : URL_PORT_INVALID;
  const { href, hostname, username, password } = parsed;
  if (username || password) return URL_HAS_CREDENTIALS;
  // The stored form must be valid too: "ü" is stored as six characters, "%2C" in a host as a comma.
  if (href.length > URL_MAX_LENGTH) return URL_TOO_LONG_ENCODED;
  const hidden = FORBIDDEN.exec(href);
  if (hidden) return characterForbidden(hidden[0]);
  if (!DOT.test(host) || !hostname.includes(".")) return HOST_WITHOUT_DOT;
  if (hostname.length < HOSTNAME_MIN_LENGTH) return HOST_TOO_SHORT;
  return isPossibleHost(hostname) ? undefined : HOST_INVALID;
}

/** Host and port as typed, without a username and password. The host has no brackets, so no colons either. */
function splitAuthority(url: string): { host: string; port: string } {
  const authority = url.replace(/^https?:\/\//i, "").split(/[/?#]/, 1)[0] ?? "";
  const [host = "", ...port] = authority.slice(authority.lastIndexOf("@") + 1).split(":");
  return { host, port: port.join(":") };
}

function isPort(text: string): boolean {
  return /^\d*$/.test(text) && Number(text) <= 65_535;
}

/** The message for a URL with this character. */
export function characterForbidden(character: string): string {
  if (/[\r\n\u2028\u2029]/.test(character)) return invalidUrl("line breaks are not allowed");
  if (/\s/.test(character)) return invalidUrl("spaces are not allowed");
  if (/\p{Cs}/u.test(character)) return invalidUrl("unpaired surrogates are not allowed");
  if (/\p{Cc}/u.test(character)) return invalidUrl("control characters are not allowed");
  if (INVISIBLE.test(character)) return invalidUrl(`the invisible character ${codePoint(character)} is not allowed`);
  return invalidUrl(`the character “${character}” is not allowed`);
}

/** U+200B */
function codePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the URL that a text without a scheme stands for; null if that would not be valid. */
export function withHttps(text: string): string | null {
  const bare = trimUrl(text).replace(/^\/\//, "");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) return null;
  const url = `https://${bare}`;
  return findUrlProblem(url) === undefined ? url : null;
}

/** A host label. Real hosts have underscores and hyphens in any position. */
const LABEL = /^[a-z0-9_-]{1,63}$/;

/** Whether DNS allows the host (RFC 1035, section 2.3.4), ignoring a trailing dot. */
function isPossibleHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return name.length <= HOSTNAME_MAX_LENGTH && name.split(".").every((label) => LABEL.test(label));
}

/** Returns the stored form of a destination: scheme and host lowercased, host in punycode (WHATWG URL). */
export function canonicalUrl(url: string): string {
  return new URL(trimUrl(url)).href;
}

/**
 * Trims what is pasted along with a URL, and drops marks of direction: screens show destinations with them, so that words
 * from right to left stay in their places.
 */
export function trimUrl(text: string): string {
  return trimPasted(text).replace(/[\u200e\u200f\u061c]/g, "");
}

export const originalUrlSchema = z
  .string({ error: ({ input }) => (input === undefined || input === null ? URL_REQUIRED : URL_NOT_TEXT) })
  .overwrite(trimUrl)
  .superRefine((url, context) => {
    const problem = findUrlProblem(url);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

/** A valid short code. */
export const SHORT_CODE_PATTERN = new RegExp(`^${SHORT_CODE_SYNTAX}$`);

/** Empty means that a code is generated. */
export const shortCodeSchema = z
  .string({ error: SHORT_CODE_NOT_TEXT })
  .overwrite(trimPasted)
  .max(SHORT_CODE_MAX_LENGTH, SHORT_CODE_TOO_LONG)
  .regex(/^[A-Za-z0-9_-]*$/, SHORT_CODE_CHARSET)
  .refine((code) => !isReservedCode(code), SHORT_CODE_RESERVED);

const groupIdSchema = z.uuid(GROUP_INVALID).toLowerCase().nullable();

export const createUrlSchema = z.object({
  originalUrl: originalUrlSchema,
  shortCode: shortCodeSchema.nullish(),
  groupId: groupIdSchema.optional(),
  generateQR: z.boolean("`generateQR` must be true or false.").default(true),
});

/** Omitted fields stay unchanged. */
export const updateUrlSchema = z.object({
  originalUrl: originalUrlSchema.optional(),
  // A link whose destination is neither the new one nor this has been changed by someone else.
  ifOriginalUrl: z.string(URL_NOT_TEXT).optional(),
  status: z.enum(URL_STATUSES, URL_STATUS_INVALID).optional(),
  // A link whose status is neither the new one nor this has been changed by someone else.
  ifStatus: z.enum(URL_STATUSES, URL_STATUS_INVALID).optional(),
  groupId: groupIdSchema.optional(),
  // A QR code cannot be taken away again: it may be printed.
  generateQR: z.literal(true, GENERATE_QR_INVALID).optional(),
});

const bulkIds = {
  // Malformed ids are reported as not found, as in paths; duplicates are dropped.
  ids: z
    .array(z.string(BULK_IDS_INVALID), BULK_IDS_INVALID)
    .min(1, BULK_IDS_INVALID)
    .max(BULK_MAX_URLS, BULK_IDS_INVALID)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
};

/** Body of POST /api/urls/bulk. */
export const bulkUrlsSchema = z.discriminatedUnion(
  "action",
  [
    z.object({ ...bulkIds, action: z.literal(["pause", "activate", "delete"]) }),
    z.object({ ...bulkIds, action: z.literal("move"), groupId: groupIdSchema }),
  ],
  BULK_ACTION_INVALID,
);

export type BulkUrlsInput = z.infer<typeof bulkUrlsSchema>;
export type CreateUrlInput = z.infer<typeof createUrlSchema>;
export type UpdateUrlInput = z.infer<typeof updateUrlSchema>;
