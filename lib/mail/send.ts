import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { explainFailure } from "@/lib/mail/failure";
import { isThisMachine } from "@/lib/mail/this-machine";
import type { MailServer } from "@/lib/settings/queries";

/** RFC 8314: implicit TLS on this port, STARTTLS on others. */
const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** One address in ASCII, of the characters that need no quotes (RFC 5322, section 3.2.3). */
const ONE_ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.[\]:-]+$/i;

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Never copied to the Bcc address: whoever reads it can sign in as its recipient. */
  isConfidential?: boolean;
};

type SendOptions = {
  /** After which a server that says nothing is given up. */
  silenceTimeoutMs?: number;
  /** For tests, which cannot always listen on the one of the standard. */
  implicitTlsPort?: number;
};

/**
 * Hands a mail to the mail server, with the settings of this moment: over TLS with a checked
 * certificate, or to this machine itself (docs/decisions/0051). A server that may lack TLS, and does,
 * gets the mail without, and the log a warning (docs/decisions/0136).
 *
 * @returns whether the mail left this machine unencrypted
 * @throws Error as nodemailer does, when the server cannot be reached or refuses
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  options: SendOptions = {},
): Promise<{ isUnencrypted: boolean }> {
  const isLocal = isThisMachine(server.host);
  try {
    await transmit(server, mail, { ...options, requireTLS: !isLocal });
    return { isUnencrypted: false };
  } catch (error) {
    if (isLocal || !server.isTlsOptional || explainFailure(error).reason !== "tls_missing") throw error;
  }
  log.warn({ host: server.host }, "the mail server does not offer STARTTLS: mail is sent unencrypted");
  await transmit(server, mail, { ...options, requireTLS: false });
  return { isUnencrypted: true };
}

async function transmit(
  server: MailServer,
  { to, subject, text, html, isConfidential = false }: Mail,
  {
    silenceTimeoutMs = SILENCE_TIMEOUT_MS,
    implicitTlsPort = IMPLICIT_TLS_PORT,
    requireTLS,
  }: SendOptions & { requireTLS: boolean },
): Promise<void> {
  // With the first mail: most of the time no process needs it.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.port === implicitTlsPort,
    requireTLS,
    // The certificate of a server on this machine is made out for another name, and nobody stands between.
    tls: { rejectUnauthorized: !isThisMachine(server.host) },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? "" } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // Addresses as objects: nodemailer must not look for several in one string.
    await transport.sendMail({
      from: { name: oneLine(env().BRAND_NAME), address: assertOneAddress(server.from) },
      to: { name: "", address: assertOneAddress(to) },
      ...(server.bcc !== undefined && !isConfidential && { bcc: { name: "", address: assertOneAddress(server.bcc) } }),
      subject: oneLine(subject),
      text,
      html,
    });
  } finally {
    transport.close();
  }
}

function assertOneAddress(address: string): string {
  if (!ONE_ADDRESS.test(address)) throw new Error("not one plain e-mail address");
  return address;
}

/** Without line breaks, and without characters that turn the direction of what follows. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
