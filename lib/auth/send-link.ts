import { Auth, raw, skipCSRFCheck } from "@auth/core";
import { type OPERATOR, recordAudit, SYSTEM } from "@/lib/audit/record";
import { createAuthConfig, LINK_LIFETIME_MINUTES, type SendLink } from "@/lib/auth/config";
import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { signInMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl, getMailServer } from "@/lib/settings/queries";

/**
 * Creates a sign-in link through next-auth and emails it, or prints it to standard output if no mail server is
 * configured. Does nothing unless the address belongs to an active user.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function sendSignInLink({ email, browserHash }: { email: string; browserHash: string }): Promise<void> {
  if (!(await maySignIn(email))) return;
  const baseUrl = await getBaseUrl();
  await createLink(email, baseUrl, browserHash, async ({ token }) => {
    const link = baseUrl + paths.verify(token);
    const mail = signInMail({ link, brand: env().BRAND_NAME, minutes: LINK_LIFETIME_MINUTES });
    await deliver({ to: email, ...mail }, `Sign-in link for ${email}: ${link}`);
  });
}

/**
 * Creates the first administrator's sign-in link for the startup banner. Audited.
 *
 * @returns null if there is no administrator or a mail server is configured
 */
export async function createFirstAdminLink(): Promise<{ email: string; link: string } | null> {
  if (await getMailServer()) return null;
  const admin = await prisma().user.findFirst({
    where: { role: "overall_admin", status: "active" },
    orderBy: { createdAt: "asc" },
    select: { id: true, email: true },
  });
  if (!admin) return null;
  return { email: admin.email, link: await createUnboundLink(SYSTEM, admin) };
}

/** Creates a link not bound to a browser, which therefore requires confirmation. Audited. */
export async function createUnboundLink(
  actor: typeof OPERATOR | typeof SYSTEM,
  { id, email }: { id: string; email: string },
): Promise<string> {
  // First, so that no link is printed without an audit entry.
  const subject = { type: "user", id, label: email };
  await recordAudit(prisma(), actor, { action: "user.sign_in_link", subject });
  const baseUrl = await getBaseUrl();
  let link = "";
  await createLink(email, baseUrl, null, async ({ token }) => {
    link = baseUrl + paths.verify(token);
  });
  return link;
}

async function maySignIn(email: string): Promise<boolean> {
  return (await prisma().user.count({ where: { email, status: "active" } })) > 0;
}

async function createLink(
  email: string,
  baseUrl: string,
  browserHash: string | null,
  sendLink: SendLink,
): Promise<void> {
  let failure: unknown = new Error("next-auth created no sign-in link");
  const sendAndCatch: SendLink = async (link) => {
    failure = await sendLink(link).catch((error: unknown) => error);
  };
  const config = createAuthConfig({ baseUrl, browserHash, sendLink: sendAndCatch });
  const request = new Request(`${baseUrl}/api/auth/signin/email`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email }),
  });
  // An internal request, so there is no CSRF token to check.
  await Auth(request, { ...config, raw, skipCSRFCheck });
  // next-auth turns failures into redirects, but the job must fail to be retried.
  if (failure) throw failure;
}
