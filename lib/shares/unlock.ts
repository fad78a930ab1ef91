import { AppError, notFound } from "@/lib/errors";
import { logSecurityEvent } from "@/lib/security-log";
import { getBaseUrl } from "@/lib/settings/queries";
import { findShare } from "@/lib/shares/find";
import { isPasswordOf } from "@/lib/shares/password";
import { countPasswordAttempt } from "@/lib/shares/password-limits";
import type { UnlockShareInput } from "@/lib/shares/schema";
import { unlockingCookie } from "@/lib/shares/unlocked-cookie";

const WRONG_PASSWORD = "Wrong password";

/**
 * Checks the password of a shared page.
 *
 * @param ip the client's address; null if unknown
 * @returns a Set-Cookie value that opens the page
 * @throws AppError not_found, including for a page without a password; rate_limited; forbidden if the password is wrong
 */
export async function unlockShare({ token, password }: UnlockShareInput, ip: string | null): Promise<string> {
  const share = await findShare(token);
  if (!share?.passwordHash) throw notFound("Shared page");
  const { id, passwordHash } = share;
  const undoAttempt = await countPasswordAttempt(id, ip);
  if (!(await isPasswordOf(passwordHash, password))) {
    logSecurityEvent("share_password_refused", { shareId: id });
    throw new AppError("forbidden", WRONG_PASSWORD, "password");
  }
  await undoAttempt();
  return unlockingCookie({ id, passwordHash }, token, await getBaseUrl());
}
