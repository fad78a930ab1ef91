import { removeOldEntries } from "@/lib/audit/retention";
import { removeExpiredCounters, removeExpiredLinks, removeExpiredSessions } from "@/lib/auth/clean-up";
import { dropOldPartitions, makePartitionsAhead } from "@/lib/clicks/partitions";
import { removeOldRejectedClicks } from "@/lib/clicks/rejected";
import { removeUnusedTexts } from "@/lib/clicks/remove-values";
import { removeOldSalts } from "@/lib/clicks/visitor-salts";
import { forgetOldVisitors } from "@/lib/clicks/visitors";
import { env } from "@/lib/env";
import { removeUnlinkedHosts } from "@/lib/favicons/remove-unlinked";
import { deleteExpiredResponses } from "@/lib/public-api/idempotency";
import { removeUnusedLogos } from "@/lib/qr/designs/remove-unused-logos";
import { removeExpiredQrFiles } from "@/lib/qr/files/files";
import { resealSettings } from "@/lib/settings/reseal";
import { removeOldShares } from "@/lib/shares/remove-old";
import { correctSummaryDates } from "@/lib/summaries/queue-due";
import { removeOldUnknownCodes } from "@/lib/urls/unknown-codes";
import type { DatabaseStep } from "@/server/worker/maintenance";

/**
 * What the worker does every hour: re-encryption first, since mail may be waiting for it; then privacy-related steps.
 */
export const MAINTENANCE_STEPS: DatabaseStep[] = [
  { name: "re-encrypt settings", run: resealSettings },
  { name: "remove old salts", run: removeOldSalts },
  { name: "remove old visitors", run: (limited) => forgetOldVisitors(limited) },
  {
    name: "remove clicks past retention",
    run: (limited) => dropOldPartitions(limited, env().CLICK_RETENTION_DAYS),
    needsSteadyClock: true,
  },
  { name: "remove old rejected clicks", run: removeOldRejectedClicks, needsSteadyClock: true },
  { name: "create partitions ahead", run: (limited) => makePartitionsAhead(limited) },
  { name: "remove expired sessions", run: removeExpiredSessions },
  { name: "remove expired sign-in links", run: removeExpiredLinks },
  { name: "remove expired counters", run: removeExpiredCounters },
  { name: "remove unused logos", run: removeUnusedLogos, needsSteadyClock: true },
  { name: "remove hosts without links", run: removeUnlinkedHosts },
  { name: "remove old unknown codes", run: removeOldUnknownCodes, needsSteadyClock: true },
  { name: "remove expired QR files", run: (limited) => removeExpiredQrFiles(limited), needsSteadyClock: true },
  { name: "remove old idempotency keys", run: deleteExpiredResponses, needsSteadyClock: true },
  { name: "correct the dates of summaries", run: () => correctSummaryDates(), needsSteadyClock: true },
  { name: "remove old shared pages", run: removeOldShares, needsSteadyClock: true },
  // These may take long.
  {
    name: "remove audit entries past retention",
    run: (limited, stopping) => removeOldEntries(limited, env().AUDIT_RETENTION_DAYS, { stopping }),
    needsSteadyClock: true,
  },
  { name: "remove user agents and referrers of removed clicks", run: removeUnusedTexts },
];
