import type { MailFailure } from "@/lib/mail/failure";

/** Spec section 3. */
export const SETTING_KEYS = [
  "base_url",
  "smtp_host",
  "smtp_port",
  "smtp_user",
  "smtp_password",
  "smtp_from_email",
  "smtp_bcc_email",
  // Not in the specification: whether anyone may see the QR codes of active links.
  "public_qr",
] as const;

/** Settings for the mail server. */
export const MAIL_SETTING_KEYS = SETTING_KEYS.filter((key) => key.startsWith("smtp_"));

export type SettingKey = (typeof SETTING_KEYS)[number];

/** Shown in place of a stored password. Saving it changes nothing (spec section 9). */
export const MASKED_PASSWORD = "********";

export const MAIL_HOST_CHANGED_SINCE = "The mail server was changed in the meantime. Reload the page.";
/** Why an unsaved mail server is not tested. */
export const PASSWORD_BELONGS_ELSEWHERE =
  "The stored password is only sent to the server, port and user name it was stored for. Enter the password again, or remove it.";

/** A setting as returned by the API. */
export type Setting = {
  key: SettingKey;
  /** The stored value, masked for the password; empty if nothing is stored. */
  value: string;
  /** The value used while nothing is stored, if any. */
  inherited: {
    value: string;
    /** The environment variable it comes from; null for a default. */
    from: string | null;
  } | null;
  /** Why the stored value cannot be used. */
  problem: string | null;
  /** What an administrator should know about the current value. */
  warning: string | null;
};

type TestMailOutcome = "sent" | "no_server" | "unreadable_password" | MailFailure["reason"];

export type TestMailResult = {
  outcome: TestMailOutcome;
  /** The outcome, as text for the user. */
  message: string;
};

/** The database server that Hop runs on. */
export type DatabaseServer = {
  /** For example 18.4 */
  version: string;
  /** Whether it is the Postgres bundled with Hop. */
  isEmbedded: boolean;
  /** What an operator should do, if anything. */
  warning: string | null;
  /** Background migrations that are not finished; `total` is estimated. */
  migrations: { name: string; done: number; total: number; isFailing: boolean }[];
};
