import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { canRegenerateQr } from "@/lib/qr/policy";
import type { RegeneratedQr } from "@/lib/qr/types";
import { invalidateStoredSettings, QR_REGENERATED_AT } from "@/lib/settings/stored";

/**
 * Sets the date of all QR codes to now, so that browsers fetch them again. Writes no link: codes are rendered on
 * request (decision 0055).
 *
 * @throws AppError forbidden
 */
export async function regenerateQr(actor: Actor): Promise<RegeneratedQr> {
  if (!canRegenerateQr(actor)) throw forbidden();
  const updatedCount = await prisma().shortUrl.count({
    where: { qrGeneratedAt: { not: null }, status: { not: "deleted" } },
  });
  const value = new Date().toISOString();
  await prisma().$transaction(async (tx) => {
    await tx.setting.upsert({
      where: { key: QR_REGENERATED_AT },
      create: { key: QR_REGENERATED_AT, value },
      update: { value },
    });
    await recordAudit(tx, actor, {
      action: "qr_codes.regenerate",
      subject: { type: "qr_codes", id: "all", label: "All QR codes" },
      after: { updatedCount },
    });
  });
  invalidateStoredSettings();
  return { updatedCount, regeneratedAt: value };
}
