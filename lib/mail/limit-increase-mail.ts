import { plural } from "@/lib/format";
import { mailHtml } from "@/lib/mail/layout";
import type { Mail } from "@/lib/mail/send";

type Request = { brand: string; name: string; email: string; urlLimit: number; link: string };

/** Tells an administrator that a user asks for more URLs. */
export function limitIncreaseMail({ brand, name, email, urlLimit, link }: Request): Omit<Mail, "to"> {
  const title = `${name || email} asks for more URLs`;
  const facts = `${email} has reached the limit of ${plural(urlLimit, "active URL")} and asks for a higher one.`;
  const hint = "You can change the limit in User Management.";
  return {
    subject: title,
    text: [facts, hint, "", link, ""].join("\n"),
    html: mailHtml({ brand, title, action: { label: `Open ${brand}`, link }, paragraphs: [facts, hint] }),
  };
}
