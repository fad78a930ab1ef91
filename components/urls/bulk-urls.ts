"use client";

import { call, isUnauthorized } from "@/components/data/api";
import { errorText } from "@/components/data/toast-error";
import { paths } from "@/lib/paths";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import { BULK_MAX_URLS, type BulkUrlResult } from "@/lib/urls/types";

export type BulkChange = { action: "pause" | "activate" | "delete" } | { action: "move"; groupId: string | null };

/** What became of a change of many links. */
export type BulkOutcome = {
  changed: string[];
  /** Those that were refused, and what was said of the first. */
  refused: { ids: string[]; reason: string };
};

/**
 * Changes many links, in as many calls as that takes. What the first calls did stands when a later one fails, so
 * that is told as a refusal too.
 *
 * @throws {ApiError} unauthorized
 */
export async function changeUrls(ids: readonly string[], change: BulkChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], refused: { ids: [], reason: "" } };
  for (let start = 0; start < ids.length; start += BULK_MAX_URLS) {
    const part = ids.slice(start, start + BULK_MAX_URLS);
    for (const result of await changePart(part, change)) {
      if (result.success) outcome.changed.push(result.id);
      else {
        outcome.refused.ids.push(result.id);
        outcome.refused.reason ||= result.message;
      }
    }
  }
  return outcome;
}

type PartResult = { id: string } & ({ success: true } | { success: false; message: string });

async function changePart(ids: string[], change: BulkChange): Promise<PartResult[]> {
  try {
    return await call<BulkUrlResult[]>("POST", paths.api.bulkUrls, { ids, ...change } satisfies BulkUrlsInput);
  } catch (error) {
    if (isUnauthorized(error)) throw error;
    const message = errorText(error, "Failed to update URLs");
    return ids.map((id) => ({ id, success: false, message }));
  }
}
