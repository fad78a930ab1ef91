import { randomUUID } from "node:crypto";
import type { Transporter } from "nodemailer";
import { env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/ip";
import { errorWithoutSecrets } from "@/lib/jobs/without-secrets";
import { log } from "@/lib/log";
import { domainOf } from "@/lib/mail/client-name";
import { explainFailure, type MailFailure, SENDER_INVALID } from "@/lib/mail/failure";
import { count } from "@/lib/process-counts";

/** RFC 8314: implicit TLS on this port, STARTTLS on others. */
const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * For an email and its copy, whatever the server does: less than the queue's expiry of a job, after which the next
 * attempt would send the email again.
 */
export const SEND_TIMEOUT_MS = 110_000;
/**
 * As long as that allows, since a server that examines an email after DATA may take minutes to
 * accept it (RFC 5321, section 4.5.3.2.6), and would get an email that was given up again with each retry.
 */
export const IDLE_TIMEOUT_MS = 100_000;

/** Keeps vacation notices from answering (RFC 3834, and Exchange's own field). */
const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };
/** Only for https URLs (RFC 8058, section 3.1). */
const ONE_CLICK = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

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
  /** How Hop introduces itself; undefined: with this machine's name. */
  clientName: string | undefined;
  /** Whether to send without TLS if the server does not offer it. */
  isTlsOptional: boolean;
};

export type Mail = {
  to: string;
  /** Who gets the answers, instead of the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Never copied to the Bcc address, because it lets its reader act as the recipient. */
  isConfidential?: boolean;
  /** Where the recipient unsubscribes from this kind of mail with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** Lets mail servers recognise an email that is sent again after a failure. Unique in the installation. */
  messageKey?: string;
};

type SendOptions = {
  /** How long a server may stay silent. */
  idleTimeoutMs?: number;
  /** How long sending an email and its copy may take. */
  timeoutMs?: number;
  /** For tests, which cannot always listen on port 465. */
  implicitTlsPort?: number;
};

/**
 * Sends an email over TLS with a verified certificate, or to a server on this machine. A server with optional TLS
 * that does not offer STARTTLS gets it unencrypted, with a warning in the log (docs/decisions/0136). The Bcc address
 * gets its copy after the server has accepted the email, so that neither one's refusal affects the other, and a retry
 * repeats no copies. Connections that are open at the timeout are closed.
 *
 * @returns whether the email left this machine unencrypted, and a promise of why the copy failed, which is logged; null
 *   if it was accepted or there is none
 * @throws nodemailer's error if the server is unreachable or rejects it
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  options: SendOptions = {},
): Promise<{ isUnencrypted: boolean; copied: Promise<MailFailure | null> }> {
  try {
    const signal = AbortSignal.timeout(options.timeoutMs ?? SEND_TIMEOUT_MS);
    const message = { ...composeMessage(server, mail), signal };
    const copyTo = copyAddressOf(server, mail);
    const isUnencrypted = await sendEncryptedIfPossible(server, message, options);
    count("mails-sent");
    const copied =
      copyTo === undefined ? Promise.resolve(null) : sendCopy(server, message, copyTo, options, isUnencrypted);
    return { isUnencrypted, copied };
  } catch (error) {
    count("mails-failed");
    throw error;
  }
}

async function sendEncryptedIfPossible(server: MailServer, message: Message, options: SendOptions): Promise<boolean> {
  const isLocal = isLoopbackHost(server.host);
  try {
    await withTransport(server, { ...options, requireTLS: !isLocal }, (transport) => transport.sendMail(message));
    return false;
  } catch (error) {
    if (isLocal || !server.isTlsOptional || explainFailure(error).reason !== "tls_missing") throw error;
  }
  log.warn({ host: server.host }, "the mail server does not offer STARTTLS; sending unencrypted");
  await withTransport(server, { ...options, requireTLS: false }, (transport) => transport.sendMail(message));
  return true;
}

async function sendCopy(
  server: MailServer,
  message: Message,
  to: string,
  options: SendOptions,
  isUnencrypted: boolean,
): Promise<MailFailure | null> {
  const copy = { ...message, envelope: { from: message.from.address, to: [to] } };
  const requireTLS = !isUnencrypted && !isLoopbackHost(server.host);
  try {
    await withTransport(server, { ...options, requireTLS }, (transport) => transport.sendMail(copy));
    return null;
  } catch (error) {
    log.warn({ err: errorWithoutSecrets(error) }, "the mail server did not accept the Bcc copy of an email");
    return explainFailure(error);
  }
}

type Message = ReturnType<typeof composeMessage> & { signal: AbortSignal };

function composeMessage(
  server: MailServer,
  { to, replyTo, subject, text, html, unsubscribeUrl, messageKey = randomUUID() }: Mail,
) {
  // Addresses as objects, so that nodemailer does not parse lists of them.
  return {
    from: { name: oneLine(env().BRAND_NAME), address: assertPlainAddress(server.from, SENDER_INVALID) },
    to: { name: "", address: assertPlainAddress(to) },
    ...(replyTo !== undefined && { replyTo: { name: "", address: assertPlainAddress(replyTo) } }),
    subject: oneLine(subject),
    text,
    html,
    headers: { ...AUTOMATIC, ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)) },
    messageId: `<${messageKey}@${domainOf(server.from)}>`,
  };
}

function copyAddressOf({ bcc }: MailServer, { to, isConfidential = false }: Mail): string | undefined {
  return isConfidential || bcc === undefined || bcc === to ? undefined : assertPlainAddress(bcc);
}

/**
 * Connects and logs in to a mail server without sending anything.
 *
 * @throws nodemailer's error if it is unreachable or rejects the login
 */
export async function verifyMailServer(server: MailServer): Promise<void> {
  const requireTLS = !isLoopbackHost(server.host) && !server.isTlsOptional;
  await withTransport(server, { idleTimeoutMs: CONNECT_TIMEOUT_MS, requireTLS }, (transport) => transport.verify());
}

/** Connects to a mail server for some work. */
async function withTransport(
  server: MailServer,
  {
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    implicitTlsPort = IMPLICIT_TLS_PORT,
    requireTLS,
  }: SendOptions & { requireTLS: boolean },
  work: (transport: Transporter) => Promise<unknown>,
): Promise<void> {
  // Loaded on demand: most processes never send mail.
  const nodemailer = await import("nodemailer");
  const isImplicitTls = server.port === implicitTlsPort;
  const transport = nodemailer.createTransport({
    host: server.host,
    port: server.port,
    ...(server.clientName !== undefined && { name: server.clientName }),
    secure: isImplicitTls,
    // Means STARTTLS, which such a port does not need.
    requireTLS: requireTLS && !isImplicitTls,
    // A local server's certificate is issued for another name, and the connection never leaves this machine.
    tls: { rejectUnauthorized: !isLoopbackHost(server.host) },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? "" } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await work(transport);
  } finally {
    transport.close();
  }
}

function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, ...(url.startsWith("https://") && ONE_CLICK) };
}

function assertPlainAddress(address: string, code?: string): string {
  if (PLAIN_ADDRESS.test(address)) return address;
  throw Object.assign(new Error("expected a single plain email address"), code !== undefined && { code });
}

/** Replaces line breaks and bidi control characters with spaces. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
