/** Why a mail server did not take a mail. */
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
  /** What the server answered to what it refused, in its own words. */
  answer: string | undefined;
};

type TransportError = Error & { code?: string; originalCode?: string; command?: string; response?: string };

const ANSWER_MAX_LENGTH = 200;

/** What an error of nodemailer means. */
export function explainFailure(thrown: unknown): MailFailure {
  const error = thrown as TransportError;
  const reason = reasonOf(error);
  // A server might repeat what it was given at the login.
  const answer = reason.endsWith("refused") && reason !== "login_refused" ? plain(error.response) : undefined;
  return { reason, answer };
}

function reasonOf({ code, originalCode = "", command, response }: TransportError): MailFailure["reason"] {
  if (code === "EAUTH") return "login_refused";
  if (code === "ETIMEDOUT") return "timed_out";
  if (code === "EENVELOPE" && command === "MAIL FROM") return "sender_refused";
  if (code === "EENVELOPE" && command === "RCPT TO") return "recipient_refused";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "refused";
  // STARTTLS, or the EHLO that would offer it, was answered with a no.
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
