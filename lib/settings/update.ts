import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { assertRecentSignIn } from "@/lib/recent-sign-in";
import { canManageSettings } from "@/lib/settings/policy";
import { assertMailHost, listSettings, mailHostOf } from "@/lib/settings/queries";
import type { SettingChanges } from "@/lib/settings/schema";
import { seal } from "@/lib/settings/secret-box";
import { invalidateStoredSettings, queryStoredSettings, type StoredSettings } from "@/lib/settings/stored";
import { isTlsOptional, TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import { MASKED_PASSWORD, SETTING_KEYS, type Setting, type SettingKey } from "@/lib/settings/types";

/**
 * Stores settings; null removes one. Changing the mail server without a new password removes the stored one, which
 * belongs to the previous server.
 *
 * @throws AppError forbidden, recent_sign_in_required; conflict if the mail server is not `ifMailHost`
 */
export async function updateSettings(actor: Actor, input: SettingChanges): Promise<Setting[]> {
  if (!canManageSettings(actor)) throw forbidden();
  await prisma().$transaction(async (tx) => {
    // Serialises writers without blocking readers.
    await execute(tx, sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`);
    const stored = await queryStoredSettings(tx);
    assertMailHost(stored, input);
    const changes = withoutPasswordOfAnotherHost(stored, input);
    const changed = SETTING_KEYS.flatMap((key) => {
      const value = changes[key];
      return value !== undefined && value !== (stored[key] ?? null) ? [{ key, value }] : [];
    });
    // Every setting affects how users sign in.
    if (changed.length > 0) assertRecentSignIn(actor);
    for (const { key, value } of changed) await change(tx, actor, key, stored[key], value);
    await requireTlsOfAnotherServer(tx);
  });
  invalidateStoredSettings();
  return listSettings(actor);
}

function withoutPasswordOfAnotherHost(stored: StoredSettings, changes: SettingChanges): SettingChanges {
  if (changes.smtp_host === undefined || changes.smtp_password !== undefined) return changes;
  const hostAfter = mailHostOf({ ...stored, smtp_host: changes.smtp_host ?? undefined });
  return hostAfter === mailHostOf(stored) ? changes : { ...changes, smtp_password: null };
}

/** Once the host changes or gets a login, TLS stays required. */
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

/** Keeps secrets out of the audit log. */
function shown(key: SettingKey, value: string | null): string | null {
  return key === "smtp_password" && value !== null ? MASKED_PASSWORD : value;
}
