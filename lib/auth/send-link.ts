import { Auth, raw, skipCSRFCheck } from "@auth/core";
import { createAuthConfig, LINK_LIFETIME_MINUTES, type SendLink } from "@/lib/auth/config";
import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { deliver } from "@/lib/mail/deliver";
import { signInMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { getBaseUrl, getMailServer } from "@/lib/settings/queries";

/**
 * Makes a sign-in link through next-auth's own e-mail sign-in and brings it to its reader: by mail,
 * or, while no mail server is configured, as a line on standard output. For a stranger, or a user
 * who may not sign in, it does nothing.
 *
 * @throws Error when the mail server does not take the mail
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
 * A link for the start-up banner, bound to no browser: for the first administrator.
 *
 * @returns null when there is no administrator, or a mail server is configured
 */
export async function createFirstAdminLink(): Promise<{ email: string; link: string } | null> {
  if (await getMailServer()) return null;
  const admin = await prisma().user.findFirst({
    where: { role: "overall_admin", status: "active" },
    orderBy: { createdAt: "asc" },
    select: { email: true },
  });
  if (!admin) return null;
  return { email: admin.email, link: await createUnboundLink(admin.email) };
}

/** A link that no browser has asked for: whoever opens it must press the button. */
export async function createUnboundLink(email: string): Promise<string> {
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
  let failure: unknown = new Error("next-auth made no sign-in link");
  const sendLinkNoting: SendLink = async (link) => {
    failure = await sendLink(link).catch((error: unknown) => error);
  };
  const config = createAuthConfig({ baseUrl, browserHash, sendLink: sendLinkNoting });
  const request = new Request(`${baseUrl}/api/auth/signin/email`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email }),
  });
  // The request is our own: there is no form whose origin could be checked.
  await Auth(request, { ...config, raw, skipCSRFCheck });
  // next-auth answers a failure with a redirect to its error page; the job must fail, to be run again.
  if (failure) throw failure;
}
