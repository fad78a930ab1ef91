/** Spec section 3. */
export const SETTING_KEYS = [
  "base_url",
  "smtp_host",
  "smtp_port",
  "smtp_user",
  "smtp_password",
  "smtp_from_email",
  "smtp_bcc_email",
] as const;

export type SettingKey = (typeof SETTING_KEYS)[number];

/** What a stored password is shown as; sent back, it changes nothing (spec section 9). */
export const MASKED_PASSWORD = "********";

/** A setting as the calls give it. */
export type Setting = {
  key: SettingKey;
  /** As it is stored, the password as eight asterisks; empty: nothing is stored. */
  value: string;
  /** What counts while nothing is stored; null: nothing. */
  inherited: {
    value: string;
    /** The variable that it comes from; null: it is the default. */
    from: string | null;
  } | null;
  /** Why what is stored cannot be used. */
  problem: string | null;
  /** What an administrator should know about what counts now. */
  warning: string | null;
};

/** What became of a test mail. */
export type TestMailOutcome =
  | "sent"
  | "no_server"
  | "unreadable_password"
  | "unreachable"
  | "cut"
  | "timed_out"
  | "tls_missing"
  | "tls_failed"
  | "login_refused"
  | "sender_refused"
  | "recipient_refused"
  | "refused";

export type TestMailResult = {
  outcome: TestMailOutcome;
  /** The same in words. */
  message: string;
};

/** The database server that Hop runs on. */
export type DatabaseServer = {
  /** For example 18.4 */
  version: string;
  /** Whether it is the one that comes with Hop. */
  isEmbedded: boolean;
  /** What an operator should do about it; null: nothing. */
  warning: string | null;
};
