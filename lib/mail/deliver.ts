import { type Mail, sendMail } from "@/lib/mail/send";
import { getMailServer } from "@/lib/settings/queries";

/**
 * Brings a mail to its reader; while no mail server is configured, prints a line in its place.
 *
 * @throws Error when the mail server does not take the mail
 */
export async function deliver(mail: Mail, line: string): Promise<void> {
  const server = await getMailServer();
  if (server) await sendMail(server, mail);
  else process.stdout.write(`${line}\n`);
}
