import { randomToken, storedLinkToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { invitationMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Gives an invitation its token and emails the link, or prints it if no mail server is configured. Does nothing if the
 * invitation is gone: used, replaced or revoked. A retry replaces the token, so there is never more than one link, and
 * none lives longer than promised.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function sendInvitation({
  userId,
  invitationId,
}: {
  userId: string;
  invitationId: string;
}): Promise<void> {
  const token = randomToken();
  const [invitation] = await queryRows<{ email: string; expires: Date }>(
    prisma(),
    sql`
      UPDATE verification_tokens SET token = ${storedLinkToken(token)} FROM users
      WHERE users.id = ${userId}::uuid AND users.status = 'active' AND identifier = users.email
        AND invitation_id = ${invitationId}::uuid AND expires > now()
      RETURNING email, expires`,
  );
  if (!invitation) return;
  const { email, expires } = invitation;
  const baseUrl = await getBaseUrl();
  const link = baseUrl + paths.verify(token);
  const mail = invitationMail({ link, signIn: baseUrl, brand: env().BRAND_NAME, expires: formatExpiry(expires) });
  await deliver({ to: email, ...mail }, `Invitation for ${email}: ${link}`);
}

/** "Wednesday, November 25 at 10:30 AM UTC" */
function formatExpiry(expires: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: env().TIME_ZONE,
    timeZoneName: "short",
  }).format(expires);
}
