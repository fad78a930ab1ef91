import { plural } from "@/lib/format";
import type { Alert } from "@/lib/jobs/queues";
import { composeMail } from "@/lib/mail/layout";
import type { Mail } from "@/lib/mail/send";

type Content = Omit<Mail, "to">;

/** Links start with the configured base URL, never with a request's Host. */
type Common = { brand: string; link: string };

export function signInMail({ brand, link, minutes }: Common & { minutes: number }): Content {
  const content = composeMail({
    brand,
    subject: `Sign in to ${brand}`,
    lead: [`Use this link to sign in to ${brand}. It works once and expires in ${minutes} minutes.`],
    action: { label: "Sign in", link },
    notes: ["If you didn't request this email, you can ignore it. Nobody can sign in without the link."],
  });
  return { ...content, isConfidential: true };
}

/** @param expires for example "Wednesday, November 25, 2026 at 10:30 AM UTC" */
export function invitationMail({
  brand,
  link,
  expires,
  signIn,
}: Common & { expires: string; signIn: string }): Content {
  const content = composeMail({
    brand,
    subject: `You're invited to ${brand}`,
    lead: [
      `An administrator created an account for you on ${brand}, where you can create short links and see how often they are clicked.`,
      `Use this link to sign in. It works once and expires on ${expires}.`,
    ],
    action: { label: "Accept invitation", link },
    notes: [
      `Later, enter your email address at ${signIn} to get a new sign-in link. There is no password.`,
      "If you weren't expecting this, you can ignore this email. Don't forward it: anyone who opens the link is signed in as you.",
    ],
  });
  return { ...content, isConfidential: true };
}

/** Tells an administrator that a user requested a higher URL limit. The link leads to User Management. */
export function limitIncreaseMail(content: Common & { email: string; urlLimit: number }): Content {
  const { brand, link, email, urlLimit } = content;
  return composeMail({
    brand,
    // Without their name, which others may set to any sentence.
    subject: `${email} requested a higher limit`,
    lead: [`${email} has a limit of ${plural(urlLimit, "active URL")} and requested a higher one.`],
    action: { label: "Open User Management", link },
    notes: ["You can change the limit there. Replies to this email go to the person who made the request."],
  });
}

/** Warns the user at their old address, in case they did not request the change. */
export function addressChangedMail({ brand, link, newEmail }: Common & { newEmail: string }): Content {
  return composeMail({
    brand,
    subject: `Your ${brand} email address was changed`,
    lead: [
      `Your email address at ${brand} was changed to ${newEmail}. You can no longer sign in with your old address, and you have been signed out on all devices.`,
      "If you didn't request this, contact your administrator immediately.",
    ],
    action: { label: `Open ${brand}`, link },
    notes: ["An administrator made this change. Your short links keep working."],
  });
}

/** Sent to the new address. It does not mention the old one, since the new one may be mistyped and a stranger's. */
export function addressAddedMail({ brand, link }: Common): Content {
  return composeMail({
    brand,
    subject: `Your new ${brand} email address`,
    lead: [`An administrator set this as the email address of your ${brand} account. Use it to sign in from now on.`],
    action: { label: `Open ${brand}`, link },
    notes: [`If you don't use ${brand}, you can ignore this email.`],
  });
}

/** Tells an administrator about a problem of the installation. The link leads to Settings. */
export function alertMail({ brand, link, title, text, remedy }: Common & Alert): Content {
  return composeMail({
    brand,
    subject: `${brand}: ${title}`,
    lead: [text, remedy],
    action: { label: "Open Settings", link },
    notes: [
      "If someone else runs the server, forward this email to them.",
      "You'll get it once a day until the problem is resolved. Set ALERT_MAILS=off to turn it off.",
    ],
  });
}

export function testMail({ brand, link, host }: Common & { host: string }): Content {
  return composeMail({
    brand,
    subject: `Test email from ${brand}`,
    lead: [`Your mail settings work. This email was sent through ${host}.`],
    action: { label: `Open ${brand}`, link },
    notes: ["Someone clicked “Send test email” on the Settings page."],
  });
}
