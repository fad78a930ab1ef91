"use client";

import { call, isUnauthorized } from "@/components/data/api";
import { errorText } from "@/components/data/toast-error";
import { paths } from "@/lib/paths";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import { BULK_MAX_URLS, type BulkChange, type BulkUrlResult, type ShortUrl } from "@/lib/urls/types";

export type BulkAction = { action: "pause" | "activate" | "delete" } | { action: "move"; groupId: string | null };

/** The result of a bulk change, or of its undoing. */
export type BulkOutcome = {
  changed: number;
  /** Links whose status did not fit. */
  skipped: number;
  /** The refused links, and why the first one was. */
  refused: { ids: string[]; reason: string };
  /** The changes that can be undone, in order. */
  undoable: UndoableChange[];
};

export type UndoableChange = { changeId: string; urlIds: string[] };

/**
 * Changes many links in batches. When a batch fails, its links count as refused, as earlier batches have already taken
 * effect.
 *
 * @throws {ApiError} unauthorized
 */
export async function changeUrls(ids: readonly string[], action: BulkAction): Promise<BulkOutcome> {
  const outcome = nothing();
  for (let start = 0; start < ids.length; start += BULK_MAX_URLS) {
    const batch = ids.slice(start, start + BULK_MAX_URLS);
    try {
      const body = { ids: batch, ...action } satisfies BulkUrlsInput;
      add(outcome, toChange(await call<BulkChange | OldResult[]>("POST", paths.api.bulkUrls, body)));
    } catch (error) {
      if (isUnauthorized(error)) throw error;
      outcome.refused.ids.push(...batch);
      outcome.refused.reason ||= errorText(error, "Failed to update URLs");
    }
  }
  return outcome;
}

/**
 * Undoes changes, the last first. When a call fails, its links count as refused and its change stays undoable.
 *
 * @throws {ApiError} unauthorized
 */
export async function undoChanges(changes: readonly UndoableChange[]): Promise<BulkOutcome> {
  const outcome = nothing();
  for (const change of [...changes].reverse()) {
    try {
      const { results } = await call<BulkChange>("POST", paths.api.undoBulkUrls(change.changeId));
      for (const result of results) addResult(outcome, result);
    } catch (error) {
      if (isUnauthorized(error)) throw error;
      outcome.undoable.unshift(change);
      outcome.refused.ids.push(...change.urlIds);
      outcome.refused.reason ||= errorText(error, "Failed to update URL");
    }
  }
  return outcome;
}

function nothing(): BulkOutcome {
  return { changed: 0, skipped: 0, refused: { ids: [], reason: "" }, undoable: [] };
}

/** What an instance of the previous version answers during an upgrade. To be removed with the next release. */
type OldResult = { id: string; success: true; data: ShortUrl } | Extract<BulkUrlResult, { success: false }>;

function toChange(answer: BulkChange | OldResult[]): BulkChange {
  if (!Array.isArray(answer)) return answer;
  const results = answer.map((result) => (result.success ? { ...result, changed: true } : result));
  return { changeId: null, results };
}

function add(outcome: BulkOutcome, { changeId, results }: BulkChange): void {
  for (const result of results) addResult(outcome, result);
  if (!changeId) return;
  const urlIds = results.filter((result) => result.success && result.changed).map(({ id }) => id);
  outcome.undoable.push({ changeId, urlIds });
}

function addResult(outcome: BulkOutcome, result: BulkUrlResult): void {
  if (!result.success) {
    outcome.refused.ids.push(result.id);
    outcome.refused.reason ||= result.message;
  } else if (result.changed) outcome.changed++;
  else outcome.skipped++;
}
