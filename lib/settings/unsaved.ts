import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { pool } from "@/lib/db/pool";
import { AppError } from "@/lib/errors";
import type { MailServer } from "@/lib/mail/send";
import { assertRecentSignIn } from "@/lib/recent-sign-in";
import { assertMailHost, mailServerOf } from "@/lib/settings/queries";
import type { SettingChanges } from "@/lib/settings/schema";
import { seal } from "@/lib/settings/secret-box";
import type { StoredSettings } from "@/lib/settings/stored";
import { PASSWORD_BELONGS_ELSEWHERE, SETTING_KEYS } from "@/lib/settings/types";

/**
 * The settings as they would be after saving. Testing them requires the same permissions as saving and is audited in
 * the same way, so that it can't be used to reach other hosts or leave fewer traces.
 *
 * @throws AppError recent_sign_in_required; conflict if the mail server is not `ifMailHost`; invalid if a configured
 *   password would go to another server or user
 */
export async function withUnsaved(
  actor: Actor,
  stored: StoredSettings,
  changes: SettingChanges,
): Promise<StoredSettings> {
  assertMailHost(stored, changes);
  const changed = SETTING_KEYS.filter((key) => changes[key] !== undefined && changes[key] !== (stored[key] ?? null));
  if (changed.length === 0) return stored;
  assertRecentSignIn(actor);
  const unsaved = { ...stored };
  for (const key of changed) unsaved[key] = changes[key] ?? undefined;
  if (changes.smtp_password) unsaved.smtp_password = seal(changes.smtp_password);
  const server = mailServerOf(unsaved);
  const keepsPassword = typeof changes.smtp_password !== "string" && server?.password !== undefined;
  // The logins in use now, and those configured by the environment alone.
  const knownLogins = [stored, {}].map((settings) => toLogin(mailServerOf(settings)));
  if (keepsPassword && !knownLogins.includes(toLogin(server))) {
    throw new AppError("invalid", PASSWORD_BELONGS_ELSEWHERE, "smtp_password");
  }
  if (server) await recordTest(actor, server);
  return unsaved;
}

function toLogin(server: MailServer | null): string | undefined {
  return server ? JSON.stringify([server.host.toLowerCase(), server.port, server.user, server.password]) : undefined;
}

async function recordTest(actor: Actor, { host, port }: MailServer): Promise<void> {
  await recordAudit(pool(), actor, {
    action: "setting.test",
    subject: { type: "setting", id: "smtp_host", label: "smtp_host" },
    after: { value: `${host}:${port}` },
  });
}
