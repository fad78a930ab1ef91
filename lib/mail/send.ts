import { createTransport } from "nodemailer";
import type { MailServer } from "@/lib/settings/queries";

/** RFC 8314: TLS from the start on this port, STARTTLS where offered on others. */
const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

export type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Hands a mail to the mail server.
 *
 * @throws Error as nodemailer does, when the server cannot be reached or refuses
 */
export async function sendMail(server: MailServer, { to, subject, text, html }: Mail): Promise<void> {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.port === IMPLICIT_TLS_PORT,
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? "" } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // Addresses as objects: nodemailer must not look for several in one string.
    await transport.sendMail({
      from: { name: "", address: server.from },
      to: { name: "", address: to },
      ...(server.bcc !== undefined && { bcc: { name: "", address: server.bcc } }),
      subject,
      text,
      html,
    });
  } finally {
    transport.close();
  }
}
