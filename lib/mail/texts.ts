import { plural } from "@/lib/format";
import { composeMail } from "@/lib/mail/layout";
import type { Mail } from "@/lib/mail/send";

type Content = Omit<Mail, "to">;

/** Links in mails begin with the stored base URL, never with what a request says of itself. */
type Common = { brand: string; link: string };

/** Carries a magic link. */
export function signInMail({ brand, link, minutes }: Common & { minutes: number }): Content {
  const content = composeMail({
    brand,
    subject: `Sign in to ${brand}`,
    lead: [`The link signs you in to ${brand}. It works once, within ${minutes} minutes.`],
    action: { label: "Sign in", link },
    notes: ["If you did not ask for it, you can ignore this mail: nobody gets in without the link."],
  });
  return { ...content, isConfidential: true };
}

/** Tells an administrator that a user asks for more URLs. */
export function limitIncreaseMail(content: Common & { name: string; email: string; urlLimit: number }): Content {
  const { brand, link, name, email, urlLimit } = content;
  return composeMail({
    brand,
    subject: `${name || email} asks for more URLs`,
    lead: [`${email} has reached the limit of ${plural(urlLimit, "active URL")} and asks for a higher one.`],
    action: { label: `Open ${brand}`, link },
    notes: ["You can change the limit in User Management."],
  });
}

/** To the address that a user had: they may not be the one who wanted the change. */
export function addressChangedMail({ brand, link, newEmail }: Common & { newEmail: string }): Content {
  return composeMail({
    brand,
    subject: `Your ${brand} address was changed`,
    lead: [
      `Your address at ${brand} was changed to ${newEmail}. This address can no longer sign in, and every session was ended.`,
      "If you did not ask for this, contact your administrator at once.",
    ],
    action: { label: `Open ${brand}`, link },
    notes: ["An administrator made this change. Your short links go on working."],
  });
}

/** To the address that a user has now. It does not name the old one: this one may be mistyped, and a stranger's. */
export function addressAddedMail({ brand, link }: Common): Content {
  return composeMail({
    brand,
    subject: `This is your ${brand} address now`,
    lead: [`An administrator made this the address of your account at ${brand}. Sign in with it from now on.`],
    action: { label: `Open ${brand}`, link },
    notes: [`If you do not know ${brand}, you can ignore this mail.`],
  });
}

/** Shows an administrator that mail arrives. */
export function testMail({ brand, link, host }: Common & { host: string }): Content {
  return composeMail({
    brand,
    subject: `Test mail from ${brand}`,
    lead: [`Mail from ${brand} arrives. It was sent through ${host}.`],
    action: { label: `Open ${brand}`, link },
    notes: ["Somebody pressed “Send test mail” on the Settings page."],
  });
}
