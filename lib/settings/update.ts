import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { canManageSettings } from "@/lib/settings/policy";
import { listSettings, mailHostOf } from "@/lib/settings/queries";
import type { SettingChanges } from "@/lib/settings/schema";
import { seal } from "@/lib/settings/secret-box";
import { forgetStoredSettings, queryStoredSettings, type StoredSettings } from "@/lib/settings/stored";
import { isTlsOptional, TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import { MASKED_PASSWORD, SETTING_KEYS, type Setting, type SettingKey } from "@/lib/settings/types";
import { assertRecentSignIn } from "@/lib/users/recent-sign-in";
import type { Actor } from "@/lib/users/types";

/**
 * Stores settings, or removes those that are null; what is left out stays. With another mail
 * server, whose password is not given, the stored password goes: it was for the server before.
 *
 * @throws AppError forbidden, recent_sign_in_required
 */
export async function updateSettings(actor: Actor, input: SettingChanges): Promise<Setting[]> {
  if (!canManageSettings(actor)) throw forbidden();
  await prisma().$transaction(async (tx) => {
    // Readers go on; of two who write, the second sees what the first has written.
    await tx.$executeRaw`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`;
    const stored = await queryStoredSettings(tx);
    const changes = withoutPasswordOfAnotherHost(stored, input);
    const changed = SETTING_KEYS.flatMap((key) => {
      const value = changes[key];
      return value !== undefined && value !== (stored[key] ?? null) ? [{ key, value }] : [];
    });
    // Each of them is the base URL or the mail server's, by which everybody signs in.
    if (changed.length > 0) assertRecentSignIn(actor);
    for (const { key, value } of changed) await change(tx, actor, key, stored[key], value);
    await requireTlsOfAnotherServer(tx);
  });
  forgetStoredSettings();
  return listSettings(actor);
}

function withoutPasswordOfAnotherHost(stored: StoredSettings, changes: SettingChanges): SettingChanges {
  if (changes.smtp_host === undefined || changes.smtp_password !== undefined) return changes;
  const hostAfter = mailHostOf({ ...stored, smtp_host: changes.smtp_host ?? undefined });
  return hostAfter === mailHostOf(stored) ? changes : { ...changes, smtp_password: null };
}

/** With another host or a login, TLS is required, also if the former server comes back. */
async function requireTlsOfAnotherServer(tx: Transaction): Promise<void> {
  const stored = await queryStoredSettings(tx);
  const server = { host: mailHostOf(stored), user: stored.smtp_user };
  if (!isTlsOptional(server, stored[TLS_OPTIONAL_HOST])) {
    await tx.setting.deleteMany({ where: { key: TLS_OPTIONAL_HOST } });
  }
}

async function change(
  tx: Transaction,
  actor: Actor,
  key: SettingKey,
  before: string | undefined,
  after: string | null,
): Promise<void> {
  if (after === null) {
    await tx.setting.delete({ where: { key } });
  } else {
    const value = key === "smtp_password" ? seal(after) : after;
    await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  }
  await recordAudit(tx, actor, {
    action: "setting.update",
    subject: { type: "setting", id: key, label: key },
    before: { value: shown(key, before ?? null) },
    after: { value: shown(key, after) },
  });
}

/** The audit log holds no secret. */
function shown(key: SettingKey, value: string | null): string | null {
  return key === "smtp_password" && value !== null ? MASKED_PASSWORD : value;
}
