/** Why an email could not be sent. */
export type MailFailure = {
  reason:
    | "unreachable"
    | "cut"
    | "timed_out"
    | "tls_missing"
    | "tls_failed"
    | "login_refused"
    | "sender_refused"
    | "recipient_refused"
    | "refused";
  /** The server's reply to the command it rejected. */
  answer: string | undefined;
};

type TransportError = Error & { code?: string; originalCode?: string; command?: string; response?: string };

const ANSWER_MAX_LENGTH = 200;

/** Classifies an error from nodemailer. */
export function explainFailure(thrown: unknown): MailFailure {
  const error = thrown as TransportError;
  const reason = reasonOf(error);
  // A server may echo credentials in its reply to a login.
  const answer = reason.endsWith("refused") && reason !== "login_refused" ? plain(error.response) : undefined;
  return { reason, answer };
}

function reasonOf({ code, originalCode = "", command, response }: TransportError): MailFailure["reason"] {
  if (code === "EAUTH") return "login_refused";
  if (code === "ETIMEDOUT") return "timed_out";
  if (code === "EENVELOPE" && command === "MAIL FROM") return "sender_refused";
  if (code === "EENVELOPE" && command === "RCPT TO") return "recipient_refused";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "refused";
  // The server rejected STARTTLS, or the EHLO that would have offered it.
  if (response && (command === "STARTTLS" || command === "EHLO")) return "tls_missing";
  if (code === "ETLS" || /CERT|SSL|TLS|UNABLE_TO/.test(originalCode)) return "tls_failed";
  return code === "ECONNECTION" ? "cut" : "unreachable";
}

function plain(response: string | undefined): string | undefined {
  return (
    response
      ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim()
      .slice(0, ANSWER_MAX_LENGTH) || undefined
  );
}
