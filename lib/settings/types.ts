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
