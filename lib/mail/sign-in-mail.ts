import { mailHtml } from "@/lib/mail/layout";
import type { Mail } from "@/lib/mail/send";

/** The mail that carries a magic link. */
export function signInMail({
  link,
  brand,
  minutes,
}: {
  link: string;
  brand: string;
  minutes: number;
}): Omit<Mail, "to"> {
  const lifetime = `The link works once, within ${minutes} minutes.`;
  const ignore = "If you did not ask for it, you can ignore this mail: nobody gets in without the link.";
  return {
    subject: `Sign in to ${brand}`,
    text: [`Sign in to ${brand}:`, "", link, "", lifetime, ignore, ""].join("\n"),
    html: mailHtml({
      brand,
      title: `Sign in to ${brand}`,
      action: { label: "Sign in", link },
      paragraphs: [lifetime, ignore],
    }),
  };
}
