import { isReservedCode } from "@/lib/urls/reserved-codes";

/** What a visitor asks for. */
export type Target = {
  /** Short code in lower case, as it is looked up. */
  key: string;
  isQr: boolean;
};

const CODE_PATH = /^\/([A-Za-z0-9_-]{1,64})\/?(?:\?(.*))?$/;
/** Percent-encoded letters, digits, "-" and "_", which mean the same as they do bare (RFC 3986, section 6.2.2.2). */
const ENCODED = /%(?:2D|5F|3\d|[46][1-9A-F]|[57][\dA])/gi;
const QR_MARK = /(?:^|&)qr=1(?:&|$)/;

/**
 * Reads a request's target (RFC 9112, section 3.2).
 *
 * @returns null where it is no short URL's path, but the application's
 */
export function parseTarget(requestTarget: string): Target | null {
  const match = CODE_PATH.exec(requestTarget.includes("%") ? withBareCode(requestTarget) : requestTarget);
  if (!match?.[1] || isReservedCode(match[1])) return null;
  return { key: match[1].toLowerCase(), isQr: match[2] !== undefined && QR_MARK.test(match[2]) };
}

/** Else the application would have to answer it, which asks the database each time. */
function withBareCode(requestTarget: string): string {
  const [path = "", ...query] = requestTarget.split("?");
  return [path.replace(ENCODED, decodeURIComponent), ...query].join("?");
}
