import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import type { JobData } from "@/lib/jobs/queues";
import { summaryMail } from "@/lib/mail/summary-text";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";
import { readSummary } from "@/lib/summaries/read";
import { unsubscribeToken } from "@/lib/summaries/unsubscribe-token";

/**
 * Emails a user the summary of a week or month. Does nothing if they have unsubscribed or are no longer active, or if
 * there is nothing to report.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function mailSummary({ userId, frequency, day }: JobData["summary"]): Promise<void> {
  const user = await prisma().user.findUnique({
    where: { id: userId, status: "active", summary: { frequency } },
    select: { email: true },
  });
  if (!user) return;
  const summary = await readSummary(userId, frequency, day);
  if (!summary) return;
  const baseUrl = await getBaseUrl();
  const token = unsubscribeToken(userId);
  const mail = summaryMail({
    ...summary,
    brand: env().BRAND_NAME,
    frequency,
    link: baseUrl,
    unsubscribeLink: baseUrl + paths.unsubscribe(token),
  });
  await deliver(
    {
      ...mail,
      to: user.email,
      unsubscribeUrl: baseUrl + paths.api.unsubscribeSummary(token),
      messageKey: `summary-${frequency}-${day}-${userId}`,
    },
    `Mail to ${user.email}: ${mail.subject}`,
  );
}
