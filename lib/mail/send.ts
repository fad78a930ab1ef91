import { env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/ip";
import { log } from "@/lib/log";
import { explainFailure } from "@/lib/mail/failure";
import { count } from "@/lib/process-counts";

/** RFC 8314: implicit TLS on this port, STARTTLS on others. */
const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** A single ASCII address whose local part needs no quotes (RFC 5322, section 3.2.3). */
const PLAIN_ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.[\]:-]+$/i;

/** How to reach a mail server. */
export type MailServer = {
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  from: string;
  bcc: string | undefined;
  /** Whether to send without TLS if the server does not offer it. */
  isTlsOptional: boolean;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Never copied to the Bcc address, because it lets its reader act as the recipient. */
  isConfidential?: boolean;
  /** Where the recipient unsubscribes from this kind of mail with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** Lets mail servers recognise a mail that is sent again after a failure. Unique in the installation. */
  messageKey?: string;
};

type SendOptions = {
  /** How long a server may stay silent. */
  idleTimeoutMs?: number;
  /** For tests, which cannot always listen on port 465. */
  implicitTlsPort?: number;
};

/**
 * Sends an email over TLS with a verified certificate, or to a server on this machine. A server with optional TLS
 * that does not offer STARTTLS gets it unencrypted, with a warning in the log (docs/decisions/0136).
 *
 * @returns whether the email left this machine unencrypted
 * @throws nodemailer's error if the server is unreachable or rejects it
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  options: SendOptions = {},
): Promise<{ isUnencrypted: boolean }> {
  try {
    const sent = await sendEncryptedIfPossible(server, mail, options);
    count("mails-sent");
    return sent;
  } catch (error) {
    count("mails-failed");
    throw error;
  }
}

async function sendEncryptedIfPossible(server: MailServer, mail: Mail, options: SendOptions) {
  const isLocal = isLoopbackHost(server.host);
  try {
    await transmit(server, mail, { ...options, requireTLS: !isLocal });
    return { isUnencrypted: false };
  } catch (error) {
    if (isLocal || !server.isTlsOptional || explainFailure(error).reason !== "tls_missing") throw error;
  }
  log.warn({ host: server.host }, "the mail server does not offer STARTTLS; sending unencrypted");
  await transmit(server, mail, { ...options, requireTLS: false });
  return { isUnencrypted: true };
}

async function transmit(
  server: MailServer,
  { to, subject, text, html, isConfidential = false, unsubscribeUrl, messageKey }: Mail,
  {
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    implicitTlsPort = IMPLICIT_TLS_PORT,
    requireTLS,
  }: SendOptions & { requireTLS: boolean },
): Promise<void> {
  const transport = await createTransport(server, { idleTimeoutMs, implicitTlsPort, requireTLS });
  try {
    // Addresses as objects, so that nodemailer does not parse lists of them.
    await transport.sendMail({
      from: { name: oneLine(env().BRAND_NAME), address: assertPlainAddress(server.from) },
      to: { name: "", address: assertPlainAddress(to) },
      ...(server.bcc !== undefined &&
        !isConfidential && { bcc: { name: "", address: assertPlainAddress(server.bcc) } }),
      subject: oneLine(subject),
      text,
      html,
      ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
      ...(messageKey !== undefined && { messageId: `<${messageKey}@${server.from.split("@").at(-1)}>` }),
    });
  } finally {
    transport.close();
  }
}

/**
 * Connects and logs in to a mail server without sending anything.
 *
 * @throws nodemailer's error if it is unreachable or rejects the login
 */
export async function verifyMailServer(server: MailServer): Promise<void> {
  const requireTLS = !isLoopbackHost(server.host) && !server.isTlsOptional;
  const limits = { idleTimeoutMs: CONNECT_TIMEOUT_MS, implicitTlsPort: IMPLICIT_TLS_PORT, requireTLS };
  const transport = await createTransport(server, limits);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function createTransport(
  server: MailServer,
  { idleTimeoutMs, implicitTlsPort, requireTLS }: Required<SendOptions> & { requireTLS: boolean },
) {
  // Loaded on demand: most processes never send mail.
  const nodemailer = await import("nodemailer");
  return nodemailer.createTransport({
    host: server.host,
    port: server.port,
    secure: server.port === implicitTlsPort,
    requireTLS,
    // A local server's certificate is issued for another name, and the connection never leaves this machine.
    tls: { rejectUnauthorized: !isLoopbackHost(server.host) },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? "" } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function assertPlainAddress(address: string): string {
  if (!PLAIN_ADDRESS.test(address)) throw new Error("expected a single plain email address");
  return address;
}

/** Replaces line breaks and bidi control characters with spaces. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
