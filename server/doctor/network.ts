import path from "node:path";
import { env } from "@/lib/env";
import { domainOf, isCompleteDomain } from "@/lib/mail/client-name";
import { explainFailure, type MailFailure } from "@/lib/mail/failure";
import { verifyMailServer } from "@/lib/mail/send";
import { baseUrlOf, mailServerOf, passwordProblem } from "@/lib/settings/queries";
import type { StoredSettings } from "@/lib/settings/stored";
import { findDataDirHolder } from "@/server/data-dir/lock";
import { type Check, ok, problem, reasonOf, skipped, warning } from "@/server/doctor/check";
import { hasSecret } from "@/server/doctor/secret";

const TIMEOUT_MS = 5_000;
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Remedies by the kind of mail failure. */
const MAIL_REMEDIES: Partial<Record<MailFailure["reason"], string>> = {
  unreachable: "correct SMTP_HOST and SMTP_PORT, or the firewall between Hop and the mail server",
  timed_out: "correct SMTP_HOST and SMTP_PORT, or the firewall between Hop and the mail server",
  cut: "check the mail server's log",
  tls_missing: "use a mail server with STARTTLS, or port 465",
  tls_failed: "correct the mail server's certificate, or name its authority in NODE_EXTRA_CA_CERTS",
  login_refused: "correct SMTP_USER and SMTP_PASSWORD",
};

const SENDER_REMEDY =
  "set SMTP_FROM_EMAIL to an address at a domain for which the mail server may send, here or in Settings (docs/operations.md#mail)";

/** Connects and logs in, and sends nothing. */
export async function checkMail(settings: StoredSettings): Promise<Check> {
  const name = "mail server";
  if (settings.smtp_password !== undefined && !hasSecret()) {
    return skipped(name, "AUTH_SECRET, which decrypts the stored password, is not known here");
  }
  const server = mailServerOf(settings);
  if (!server) {
    return warning(
      name,
      "none: sign-in links are printed on standard output",
      "set SMTP_HOST, or enter it in Settings",
    );
  }
  const unreadable = passwordProblem(settings);
  if (unreadable)
    return problem(name, unreadable, "set the AUTH_SECRET with which it was stored, or enter it in Settings");
  const address = `${server.host}:${server.port}`;
  try {
    await verifyMailServer(server);
    const message = `${address} answers${server.user === undefined ? "" : " and accepts the login"}`;
    if (isCompleteDomain(domainOf(server.from))) return ok(name, `${message}; the sender is ${server.from}`);
    return warning(name, `${message}, but the sender is ${server.from}`, SENDER_REMEDY);
  } catch (error) {
    const { reason, answer } = explainFailure(error);
    const setting = MAIL_REMEDIES[reason];
    const remedy = setting ? `${setting}, here or in Settings` : "check the mail server's log";
    const message = `${address}: ${reason.replaceAll("_", " ")}${answer ? `: ${answer}` : ""}`;
    return problem(name, message, remedy);
  }
}

/** Requests /health/live through whatever proxy is in front of Hop. */
export async function checkBaseUrl(settings: StoredSettings): Promise<Check> {
  const name = "base URL";
  const url = baseUrlOf(settings);
  const { hostname, protocol } = new URL(url);
  const isLocal = LOCAL_HOSTS.has(hostname);
  const isRunning = findDataDirHolder(path.resolve(env().DATA_DIR)) !== undefined;
  if (isLocal && !isRunning) return skipped(name, `${url} is this machine, where Hop is not running`);
  const remedy =
    "start Hop, and check the name's DNS entry, the reverse proxy and the firewall; or correct the base URL in Settings";
  try {
    const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
    const body = await response.text();
    if (response.status !== 200 || !body.includes('"live"')) {
      return problem(name, `${url}/health/live returns ${response.status}, but the response is not from Hop`, remedy);
    }
  } catch (error) {
    return problem(name, `${url} does not answer (${reasonOf(error)})`, remedy);
  }
  if (protocol === "https:" || isLocal) return ok(name, `${url} points to Hop`);
  return warning(
    name,
    `${url} points to Hop, unencrypted`,
    "terminate TLS in a reverse proxy and use https:// in the base URL",
  );
}
