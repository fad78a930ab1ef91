import { type Mail, sendMail } from "@/lib/mail/send";
import { print } from "@/lib/print";
import { getMailServer } from "@/lib/settings/queries";

/**
 * Sends an email, or prints `line` if no mail server is configured.
 *
 * @throws Error if the mail server does not accept it
 */
export async function deliver(mail: Mail, line: string): Promise<void> {
  const server = await getMailServer();
  if (!server) return print(line);
  const { copied } = await sendMail(server, mail);
  await copied;
}
