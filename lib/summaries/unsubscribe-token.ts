import { validate as isUuid } from "uuid";
import { isSigned, sign } from "@/lib/signature";

const PURPOSE = "hop unsubscribe";

/**
 * A token that ends a user's summaries without a sign-in, and nothing else. It does not expire: an email may be read
 * years later.
 */
export function unsubscribeToken(userId: string): string {
  return `${userId}.${sign(PURPOSE, signedText(userId))}`;
}

/** @returns the user's id, or null if no known secret signed the token */
export function readUnsubscribeToken(token: string): string | null {
  const [userId = "", signature = "", ...rest] = token.split(".");
  if (!isUuid(userId) || rest.length > 0) return null;
  return isSigned(PURPOSE, signedText(userId), signature) ? userId : null;
}

function signedText(userId: string): string {
  return `summary ${userId}`;
}
