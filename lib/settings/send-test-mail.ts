import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { explainFailure, type MailFailure } from "@/lib/mail/failure";
import { type MailServer, sendMail } from "@/lib/mail/send";
import { testMail } from "@/lib/mail/texts";
import { canManageSettings } from "@/lib/settings/policy";
import { getBaseUrl, mailServerOf, passwordProblem } from "@/lib/settings/queries";
import type { SettingChanges } from "@/lib/settings/schema";
import { readStoredSettings } from "@/lib/settings/stored";
import type { TestMailResult } from "@/lib/settings/types";
import { withUnsaved } from "@/lib/settings/unsaved";

export const TOO_MANY_TEST_MAILS = "Too many test emails. Please try again in a few minutes.";
export const NO_MAIL_SERVER = "No mail server is configured. Sign-in links are printed to the server's log instead.";
export const MAX_TEST_MAILS = 10;
const WINDOW_SECONDS = 10 * 60;
/** Short, because the administrator is waiting for the result. */
const TIMEOUT_MS = 10_000;

const limiter = createRateLimiter("test-mail", WINDOW_SECONDS);

/**
 * Sends an email to the actor's own address with the stored settings and these changes to them, which are not saved,
 * and reports the outcome within ten seconds. Failures of the mail server are outcomes, not errors.
 *
 * @param timeoutMs shorter in tests
 * @throws AppError forbidden, rate_limited; with changes also recent_sign_in_required, conflict, invalid
 */
export async function sendTestMail(
  actor: Actor,
  changes: SettingChanges = {},
  timeoutMs = TIMEOUT_MS,
): Promise<TestMailResult> {
  if (!canManageSettings(actor)) throw forbidden();
  await limiter.consume(actor.id, MAX_TEST_MAILS, TOO_MANY_TEST_MAILS);

  const settings = await withUnsaved(actor, await readStoredSettings(), changes);
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: actor.id }, select: { email: true } });
  const server = mailServerOf(settings);
  if (!server) return { outcome: "no_server", message: NO_MAIL_SERVER };
  const problem = passwordProblem(settings);
  if (problem) return { outcome: "unreadable_password", message: problem };

  const mail = testMail({ brand: env().BRAND_NAME, link: await getBaseUrl(), host: server.host });
  try {
    const { isUnencrypted, copied } = await sendMail(server, { to: email, ...mail }, { timeoutMs });
    return { outcome: "sent", message: describeSent(server, email, isUnencrypted, await copied) };
  } catch (error) {
    const failure = explainFailure(error);
    return { outcome: failure.reason, message: describe(failure, server, email) };
  }
}

function describeSent(server: MailServer, to: string, isUnencrypted: boolean, notCopied: MailFailure | null): string {
  const { host, bcc } = server;
  const unencrypted = isUnencrypted ? ", but unencrypted: it does not offer STARTTLS" : "";
  const copy = notCopied ? ` The copy to ${bcc} failed: ${describe(notCopied, server, bcc ?? "")}` : "";
  return `${host} accepted a test email to ${to}${unencrypted}. Check that mailbox.${copy}`;
}

function describe({ reason, answer }: MailFailure, server: MailServer, to: string): string {
  const address = `${server.host}:${server.port}`;
  const reply = answer ? ` Its reply: ${answer}` : "";
  const messages: Record<MailFailure["reason"], string> = {
    unreachable: `Could not connect to ${address}.`,
    cut: `${address} closed the connection before accepting the email.`,
    timed_out: `${address} did not respond within ${TIMEOUT_MS / 1_000} seconds.`,
    tls_missing: `${address} does not offer STARTTLS, and mail is only sent over TLS. Enable TLS on the mail server.`,
    tls_failed: `TLS connection to ${address} failed: its certificate is not trusted, or this port does not use TLS.`,
    login_refused: `${address} rejected the user name or password.`,
    sender_invalid: `Mail can't be sent from ${server.from}, which is not a valid email address. Enter a sender address.`,
    sender_refused: `${address} rejected the sender ${server.from}.${reply}`,
    recipient_refused: `${address} rejected the recipient ${to}.${reply}`,
    refused: `${address} rejected the email.${reply}`,
  };
  return messages[reason];
}
