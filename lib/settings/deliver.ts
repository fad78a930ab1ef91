import { PermanentFailure } from "@/lib/jobs/permanent-failure";
import { isRefusedPermanently } from "@/lib/mail/failure";
import { type Mail, sendMail } from "@/lib/mail/send";
import { print } from "@/lib/print";
import { getMailServer } from "@/lib/settings/queries";

/**
 * Sends an email, or prints `line` if no mail server is configured.
 *
 * @throws PermanentFailure if the mail server refuses the recipient permanently, another Error if it does not accept the
 *   email
 */
export async function deliver(mail: Mail, line: string): Promise<void> {
  const server = await getMailServer();
  if (!server) return print(line);
  const { copied } = await sendMail(server, mail).catch((error: unknown) => {
    throw isRefusedPermanently(error) ? new PermanentFailure(error) : error;
  });
  await copied;
}
