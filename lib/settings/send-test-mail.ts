import { prisma } from "@/lib/db/prisma";
import { createRateLimiter, type RateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { AppError, forbidden } from "@/lib/errors";
import { explainFailure, type MailFailure } from "@/lib/mail/failure";
import { sendMail } from "@/lib/mail/send";
import { testMail } from "@/lib/mail/texts";
import { canManageSettings } from "@/lib/settings/policy";
import { getBaseUrl, getMailServer, listSettings, type MailServer } from "@/lib/settings/queries";
import type { TestMailResult } from "@/lib/settings/types";
import type { Actor } from "@/lib/users/types";

export const TOO_MANY_TEST_MAILS = "Too many test mails. Please try again in a few minutes.";
export const NO_MAIL_SERVER = "No mail server is set. Sign-in links are printed by the server instead.";
export const TEST_MAILS = 10;
const WINDOW_SECONDS = 10 * 60;
/** Somebody waits for the answer. */
const PATIENCE_MS = 10_000;

let limiter: RateLimiter | undefined;

/**
 * Sends a mail to the actor's own address with the settings as they are stored, and tells what came
 * of it within ten seconds. A server that refuses is no error of this call: it is its answer.
 *
 * @throws AppError forbidden, rate_limited
 */
export async function sendTestMail(actor: Actor): Promise<TestMailResult> {
  if (!canManageSettings(actor)) throw forbidden();
  limiter ??= createRateLimiter("test-mail", TEST_MAILS, WINDOW_SECONDS);
  const wait = await limiter.consume(actor.id);
  if (wait > 0) throw new AppError("rate_limited", TOO_MANY_TEST_MAILS, undefined, wait);

  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: actor.id }, select: { email: true } });
  const server = await getMailServer();
  if (!server) return { outcome: "no_server", message: NO_MAIL_SERVER };
  const problem = (await listSettings(actor)).find((setting) => setting.problem)?.problem;
  if (problem) return { outcome: "unreadable_password", message: problem };

  const mail = testMail({ brand: env().BRAND_NAME, link: await getBaseUrl(), host: server.host });
  try {
    const sending = sendMail(server, { to: email, ...mail }, { silenceTimeoutMs: PATIENCE_MS });
    const { isUnencrypted } = await within(PATIENCE_MS, sending);
    if (isUnencrypted) return { outcome: "sent", message: sentUnencrypted(server, email) };
  } catch (error) {
    const failure = explainFailure(error);
    return { outcome: failure.reason, message: describe(failure, server, email) };
  }
  return { outcome: "sent", message: `${server.host} took a test mail to ${email}. Look into that mailbox.` };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("too late"), { code: "ETIMEDOUT" })), milliseconds);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

function sentUnencrypted({ host }: MailServer, to: string): string {
  return `${host} took a test mail to ${to}, unencrypted: it does not offer STARTTLS. Look into that mailbox.`;
}

function describe({ reason, answer }: MailFailure, server: MailServer, to: string): string {
  const place = `${server.host}:${server.port}`;
  const said = answer ? ` It said: ${answer}` : "";
  const words: Record<MailFailure["reason"], string> = {
    unreachable: `Could not connect to ${place}.`,
    cut: `${place} closed the connection without taking the mail.`,
    timed_out: `${place} did not answer within ${PATIENCE_MS / 1_000} seconds.`,
    tls_missing: `${place} does not offer STARTTLS, and mail is only sent over TLS. Enable TLS on the mail server.`,
    tls_failed: `No TLS connection to ${place}: its certificate is not trusted, or it speaks no TLS on this port.`,
    login_refused: `${place} refused the user name or password.`,
    sender_refused: `${place} refused the sender ${server.from}.${said}`,
    recipient_refused: `${place} refused the recipient ${to}.${said}`,
    refused: `${place} refused the mail.${said}`,
  };
  return words[reason];
}
