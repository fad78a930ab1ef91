import { call } from "@/components/data/api";
import { paths } from "@/lib/paths";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import type { BulkChange, BulkUrlResult, ShortUrl } from "@/lib/urls/types";

export type BulkAction = { action: "pause" | "activate" | "delete" } | { action: "move"; groupId: string | null };

/** The result of a bulk change, or of undoing it. */
export type BulkOutcome = {
  changed: number;
  /** Links whose status did not fit. */
  skipped: number;
  /** The refused links, and why the first one was. */
  refused: { ids: string[]; reason: string };
  /** The change that can be undone. */
  changeId: string | null;
};

/**
 * Changes links.
 *
 * @throws {ApiError}
 */
export async function changeUrls(ids: readonly string[], action: BulkAction): Promise<BulkOutcome> {
  const body = { ids: [...ids], ...action } satisfies BulkUrlsInput;
  return toOutcome(toChange(await call<BulkChange | OldResult[]>("POST", paths.api.bulkUrls, body)));
}

/**
 * Undoes a change. The undo itself can't be undone.
 *
 * @throws {ApiError}
 */
export async function undoChange(changeId: string): Promise<BulkOutcome> {
  const { results } = await call<BulkChange>("POST", paths.api.undoBulkUrls(changeId));
  return toOutcome({ changeId: null, results });
}

function toOutcome({ changeId, results }: BulkChange): BulkOutcome {
  const outcome: BulkOutcome = { changed: 0, skipped: 0, refused: { ids: [], reason: "" }, changeId };
  for (const result of results) {
    if (!result.success) {
      outcome.refused.ids.push(result.id);
      outcome.refused.reason ||= result.message;
    } else if (result.changed) outcome.changed++;
    else outcome.skipped++;
  }
  return outcome;
}

/** Response of an instance of the previous version during an upgrade. To be removed with the next release. */
type OldResult = { id: string; success: true; data: ShortUrl } | Extract<BulkUrlResult, { success: false }>;

function toChange(answer: BulkChange | OldResult[]): BulkChange {
  if (!Array.isArray(answer)) return answer;
  const results = answer.map((result) => (result.success ? { ...result, changed: true } : result));
  return { changeId: null, results };
}
