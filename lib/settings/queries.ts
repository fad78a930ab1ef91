import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { unseal } from "@/lib/settings/secret-box";
import type { SettingKey } from "@/lib/settings/types";

/** How mail is sent. */
export type MailServer = {
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  from: string;
  bcc: string | undefined;
};

/** What short links and the links in mails begin with, without a slash at the end. Never taken from a request. */
export async function getBaseUrl(): Promise<string> {
  return baseUrlOf(await readSettings());
}

/** The mail server of Settings, else that of SMTP_*; null where none is set, and sign-in links are printed. */
export async function getMailServer(): Promise<MailServer | null> {
  const stored = await readSettings();
  const { SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_FROM_EMAIL, SMTP_BCC_EMAIL } = env();
  const host = stored.smtp_host ?? SMTP_HOST;
  if (!host) return null;
  // A password belongs to the host that it was given for.
  const fromEnvironment = stored.smtp_host === undefined || stored.smtp_host === SMTP_HOST;
  return {
    host,
    port: Number(stored.smtp_port ?? SMTP_PORT),
    user: stored.smtp_user ?? (fromEnvironment ? SMTP_USER : undefined),
    password: readPassword(stored.smtp_password) ?? (fromEnvironment ? SMTP_PASSWORD : undefined),
    from: stored.smtp_from_email ?? SMTP_FROM_EMAIL ?? `no-reply@${new URL(baseUrlOf(stored)).hostname}`,
    bcc: stored.smtp_bcc_email ?? SMTP_BCC_EMAIL,
  };
}

type StoredSettings = Partial<Record<SettingKey, string>>;

async function readSettings(): Promise<StoredSettings> {
  const rows = await prisma().setting.findMany({ select: { key: true, value: true } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

function baseUrlOf(stored: StoredSettings): string {
  return stored.base_url ?? env().BASE_URL ?? `http://localhost:${env().PORT}`;
}

function readPassword(sealed: string | undefined): string | undefined {
  if (sealed === undefined) return undefined;
  const password = unseal(sealed);
  if (password === undefined) {
    log.error("The stored mail password was encrypted under another AUTH_SECRET: enter it again in Settings.");
  }
  return password;
}
