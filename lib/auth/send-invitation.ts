import { randomToken, storedLinkToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { PermanentFailure } from "@/lib/jobs/permanent-failure";
import type { JobData } from "@/lib/jobs/queues";
import { isNotAccepted } from "@/lib/mail/failure";
import { mailTime } from "@/lib/mail/mail-time";
import { invitationMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Gives an invitation its token and emails the link, or prints it if no mail server is configured. Does nothing if the
 * invitation is gone: used, replaced or revoked. A retry replaces the token, so there is never more than one link, and
 * none lives longer than promised. If the server certainly didn't accept the email, the link of an earlier attempt works
 * again, since that may have been delivered without an answer.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function sendInvitation({ userId, invitationId }: JobData["invitation"]): Promise<void> {
  const token = randomToken();
  const stored = storedLinkToken(token);
  const invitation = await replaceToken(userId, invitationId, stored);
  if (!invitation) return;
  const { email, expires, previous } = invitation;
  const baseUrl = await getBaseUrl();
  const link = baseUrl + paths.verify(token);
  const mail = invitationMail({ link, signIn: baseUrl, brand: env().BRAND_NAME, expires: mailTime(expires) });
  try {
    await deliver({ to: email, ...mail }, `Invitation for ${email}: ${link}`);
  } catch (error) {
    if (isNotAccepted(error instanceof PermanentFailure ? error.cause : error)) {
      await execute(prisma(), sql`UPDATE verification_tokens SET token = ${previous} WHERE token = ${stored}`);
    }
    throw error;
  }
}

type Invitation = { email: string; expires: Date; previous: string };

async function replaceToken(userId: string, invitationId: string, token: string): Promise<Invitation | undefined> {
  const [invitation] = await queryRows<Invitation>(
    prisma(),
    sql`
      WITH found AS (
        SELECT email, token AS previous FROM verification_tokens JOIN users ON email = identifier
        WHERE users.id = ${userId}::uuid AND status = 'active'
          AND invitation_id = ${invitationId}::uuid AND expires > now()
        FOR UPDATE OF verification_tokens)
      UPDATE verification_tokens SET token = ${token} FROM found
      WHERE identifier = email AND invitation_id = ${invitationId}::uuid
      RETURNING email, expires, previous`,
  );
  return invitation;
}
