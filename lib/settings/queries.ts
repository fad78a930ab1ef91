import type { Actor } from "@/lib/actor";
import { usableBaseUrl } from "@/lib/base-url";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { DEFAULT_SMTP_PORT } from "@/lib/env-variables";
import { AppError, forbidden } from "@/lib/errors";
import { plural } from "@/lib/format";
import { countRefusedMails } from "@/lib/jobs/queue-tables";
import { log } from "@/lib/log";
import { clientNameOf } from "@/lib/mail/client-name";
import type { MailServer } from "@/lib/mail/send";
import { baseUrlProblem } from "@/lib/settings/base-url-problem";
import { canManageSettings } from "@/lib/settings/policy";
import type { SettingChanges } from "@/lib/settings/schema";
import { unseal } from "@/lib/settings/secret-box";
import { readStoredSettings, type StoredSettings } from "@/lib/settings/stored";
import { isTlsOptional, TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import {
  MAIL_HOST_CHANGED_SINCE,
  MASKED_PASSWORD,
  SETTING_KEYS,
  type Setting,
  type SettingKey,
} from "@/lib/settings/types";

export const TLS_NOT_ENFORCED =
  "This server was set up before TLS was required. If it does not offer STARTTLS, mail is sent unencrypted.";
/** Said while emails wait for a further attempt. */
export const mailsWaiting = (count: number) =>
  `${plural(count, "email")} could not be sent yet. Send a test email to see why; the server's log has each reply.`;
export const PASSWORD_UNREADABLE = "The stored password can't be decrypted with this AUTH_SECRET. Enter it again.";

/** The start of short links and of links in emails, without a trailing slash. Never taken from a request. */
export async function getBaseUrl(): Promise<string> {
  return baseUrlOf(await readStoredSettings());
}

/** Whether sign-in links are mailed, not printed. */
export async function hasMailServer(): Promise<boolean> {
  return mailHostOf(await readStoredSettings()) !== undefined;
}

/** The mail server from the settings, else from SMTP_*. Null if none is configured; sign-in links are then printed. */
export async function getMailServer(): Promise<MailServer | null> {
  return mailServerOf(await readStoredSettings());
}

/** The mail server with these settings. */
export function mailServerOf(stored: StoredSettings): MailServer | null {
  const inherited = inheritedBy(stored);
  const effective = (key: SettingKey) => stored[key] ?? inherited[key]?.value;
  const host = effective("smtp_host");
  if (!host) return null;
  const user = effective("smtp_user");
  const from = effective("smtp_from_email") ?? "";
  return {
    host,
    port: Number(effective("smtp_port")),
    user,
    password: stored.smtp_password === undefined ? inherited.smtp_password?.value : readPassword(stored.smtp_password),
    from,
    bcc: effective("smtp_bcc_email"),
    clientName: clientNameOf(baseUrlOf(stored), from),
    isTlsOptional: isTlsOptional({ host, user }, stored[TLS_OPTIONAL_HOST]),
  };
}

/**
 * Lists all settings, with the password masked.
 *
 * @throws AppError forbidden
 */
export async function listSettings(actor: Actor): Promise<Setting[]> {
  if (!canManageSettings(actor)) throw forbidden();
  const [stored, refused] = await Promise.all([readStoredSettings(), countRefusedMails(pool())]);
  const inherited = inheritedBy(stored);
  const server = { host: mailHostOf(stored), user: stored.smtp_user ?? inherited.smtp_user?.value };
  const mailWarnings = [
    ...(refused > 0 ? [mailsWaiting(refused)] : []),
    ...(isTlsOptional(server, stored[TLS_OPTIONAL_HOST]) ? [TLS_NOT_ENFORCED] : []),
  ];
  return SETTING_KEYS.map((key) => ({
    key,
    value: masked(key, stored[key]) ?? "",
    inherited: inherited[key] ? { ...inherited[key], value: masked(key, inherited[key].value) ?? "" } : null,
    problem: problemOf(key, stored),
    warning: (key === "smtp_host" && mailWarnings.join(" ")) || null,
  }));
}

/** Why the stored mail password cannot be used. */
export function passwordProblem(stored: StoredSettings): string | null {
  return isUnreadable(stored.smtp_password) ? PASSWORD_UNREADABLE : null;
}

function problemOf(key: SettingKey, stored: StoredSettings): string | null {
  if (key === "smtp_password") return passwordProblem(stored);
  return key === "base_url" && stored.base_url !== undefined ? baseUrlProblem(stored.base_url) : null;
}

/** The mail server's host in lower case. */
export function mailHostOf(stored: StoredSettings): string | undefined {
  return (stored.smtp_host ?? env().SMTP_HOST)?.toLowerCase();
}

/**
 * Keeps a password that was typed for one mail server from another, which somebody else has set meanwhile.
 *
 * @throws AppError conflict
 */
export function assertMailHost(stored: StoredSettings, { ifMailHost }: SettingChanges): void {
  if (ifMailHost === undefined || ifMailHost.toLowerCase() === (mailHostOf(stored) ?? "")) return;
  throw new AppError("conflict", MAIL_HOST_CHANGED_SINCE, "smtp_host");
}

type Inherited = NonNullable<Setting["inherited"]>;

/** Values from the environment or defaults, for settings that are not stored. */
function inheritedBy(stored: StoredSettings): Partial<Record<SettingKey, Inherited>> {
  const { BASE_URL, PORT, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_FROM_EMAIL, SMTP_BCC_EMAIL } = env();
  // Never send a password to a host it was not meant for.
  const isSameHost = mailHostOf(stored) === SMTP_HOST?.toLowerCase();
  const values: Partial<Record<SettingKey, Inherited | null>> = {
    base_url: fromVariable("BASE_URL", BASE_URL) ?? fromDefault(`http://localhost:${PORT}`),
    smtp_host: fromVariable("SMTP_HOST", SMTP_HOST),
    smtp_port: { value: String(SMTP_PORT), from: SMTP_PORT === DEFAULT_SMTP_PORT ? null : "SMTP_PORT" },
    smtp_user: isSameHost ? fromVariable("SMTP_USER", SMTP_USER) : null,
    smtp_password: isSameHost ? fromVariable("SMTP_PASSWORD", SMTP_PASSWORD) : null,
    smtp_from_email:
      fromVariable("SMTP_FROM_EMAIL", SMTP_FROM_EMAIL) ??
      fromDefault(`no-reply@${new URL(baseUrlOf(stored)).hostname}`),
    smtp_bcc_email: fromVariable("SMTP_BCC_EMAIL", SMTP_BCC_EMAIL),
    public_qr: fromDefault("off"),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

function fromVariable(variable: string, value: string | undefined): Inherited | null {
  return value === undefined ? null : { value, from: variable };
}

function fromDefault(value: string): Inherited {
  return { value, from: null };
}

/** The base URL with these settings. */
export function baseUrlOf(stored: StoredSettings): string {
  return usableBaseUrl(stored.base_url ?? "") ?? env().BASE_URL ?? `http://localhost:${env().PORT}`;
}

function masked(key: SettingKey, value: string | undefined): string | undefined {
  return key === "smtp_password" && value !== undefined ? MASKED_PASSWORD : value;
}

function isUnreadable(sealed: string | undefined): boolean {
  return sealed !== undefined && unseal(sealed) === undefined;
}

function readPassword(sealed: string): string | undefined {
  const password = unseal(sealed);
  if (password === undefined) log.error(PASSWORD_UNREADABLE);
  return password;
}
