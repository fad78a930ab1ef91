/** Why an email could not be sent. */
export type MailFailure = {
  reason:
    | "unreachable"
    | "cut"
    | "timed_out"
    | "tls_missing"
    | "tls_failed"
    | "login_refused"
    | "sender_invalid"
    | "sender_refused"
    | "recipient_refused"
    | "refused";
  /** The server's reply to the command it rejected. */
  answer: string | undefined;
};

type TransportError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  syscall?: string;
};

const ANSWER_MAX_LENGTH = 200;
/** The server closes the connection, whatever the command (RFC 5321, section 4.2.1). */
const SERVICE_CLOSING = 421;

/** The code of an error about a sender that is not a plain address. */
export const SENDER_INVALID = "EHOPSENDER";

/** Classifies an error of `sendMail`. */
export function explainFailure(thrown: unknown): MailFailure {
  const error = thrown as TransportError;
  const reason = reasonOf(error);
  // A server may echo credentials in its reply to a login.
  const answer = reason.endsWith("refused") && reason !== "login_refused" ? plain(error.response) : undefined;
  return { reason, answer };
}

function reasonOf(error: TransportError): MailFailure["reason"] {
  const { code, originalCode = "", command, response } = error;
  if (code === SENDER_INVALID) return "sender_invalid";
  if (code === "EAUTH") return "login_refused";
  if (code === "ETIMEDOUT" || code === "EABORT") return "timed_out";
  if (code === "EENVELOPE" && command === "MAIL FROM") return "sender_refused";
  if (code === "EENVELOPE" && command === "RCPT TO") return "recipient_refused";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "refused";
  if (isTlsMissing(error)) return "tls_missing";
  if (response && (code !== "ETLS" || error.responseCode === SERVICE_CLOSING)) return "refused";
  if (code === "ETLS" || /CERT|SSL|TLS|UNABLE_TO/.test(originalCode)) return "tls_failed";
  return code === "ECONNECTION" ? "cut" : "unreachable";
}

/**
 * Whether the server refuses the recipient permanently: no such mailbox or domain (RFC 3463, section 3.2). Refusals
 * without such a code, or for reasons of policy (5.7), may be about the sender or this machine, and end some day.
 */
export function isRefusedPermanently(thrown: unknown): thrown is Error {
  const { code, command, response = "" } = thrown as TransportError;
  return code === "EENVELOPE" && command === "RCPT TO" && /^55\d[ -]5\.1\.(?:[1236]|10)\b/.test(response);
}

/** Whether the server certainly did not accept the email: it said so, or was not reached. Otherwise it may deliver it. */
export function isNotAccepted(thrown: unknown): boolean {
  const { code, responseCode, syscall } = thrown as TransportError;
  return Number(responseCode) >= 400 || code === "EDNS" || syscall === "connect";
}

/** Whether the server rejected STARTTLS, or does not know EHLO, which would have offered it. */
function isTlsMissing({ command, response, responseCode = 0 }: TransportError): boolean {
  if (!response || responseCode === SERVICE_CLOSING) return false;
  return command === "STARTTLS" || (command === "EHLO" && responseCode >= 500);
}

function plain(response: string | undefined): string | undefined {
  return (
    response
      ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim()
      .slice(0, ANSWER_MAX_LENGTH) || undefined
  );
}
