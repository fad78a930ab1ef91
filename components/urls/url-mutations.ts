import { call, isUnauthorized } from "@/components/data/api";
import { actionableMessage, toastFailure } from "@/components/data/toast-error";
import { type ChangeOptions, useChange } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast/toast-store";
import { undoFailedToast } from "@/components/urls/bulk/bulk-text";
import { paths } from "@/lib/paths";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

/**
 * Queries affected when links are created, changed, deleted or restored, including by editing: the lists, the used
 * part of the limit, the links of groups, and what the dashboard shows.
 */
export const AFTER_URL_CHANGE = [
  paths.api.urls,
  paths.api.qrCodes,
  paths.api.currentUser,
  paths.api.users,
  [paths.api.groups, "counts"],
  paths.api.activity,
  paths.api.dashboardStats,
  paths.api.topUrls,
];

export function useUpdateUrl(id: string, options: ChangeOptions<UpdateUrlInput, ShortUrl>) {
  return useChange((input) => call<ShortUrl>("PUT", paths.api.url(id), input), AFTER_URL_CHANGE, options);
}

export const URL_UPDATED = "URL updated successfully";

/** How the outcome of an update is shown (spec section 8). */
export const URL_UPDATE = {
  onSuccess: () => toast({ title: URL_UPDATED }),
  onError: (error: Error) => toastFailure(error, "Failed to update URL"),
};

type Undone = { id: string; input: UpdateUrlInput };

/** Makes a link what it was before a change. */
export function useUndoUrl() {
  const undo = useChange(({ id, input }: Undone) => call<ShortUrl>("PUT", paths.api.url(id), input), AFTER_URL_CHANGE, {
    onSuccess: URL_UPDATE.onSuccess,
    onError: (error, undone): void => {
      if (!isUnauthorized(error)) toast(undoFailedToast(actionableMessage(error), () => undo.mutate(undone)));
    },
  });
  return undo;
}

/** A toast's button that undoes a change of destination or status. */
export function undoAction(before: ShortUrl, input: UpdateUrlInput, undo: { mutate: (undone: Undone) => void }) {
  return { label: "Undo", onClick: () => undo.mutate({ id: before.id, input: inverseOf(before, input) }) };
}

/** The change that takes another one back, unless somebody has changed the same since. */
export function inverseOf({ originalUrl, status }: ShortUrl, input: UpdateUrlInput): UpdateUrlInput {
  return {
    ...(input.originalUrl !== undefined && { originalUrl, ifOriginalUrl: input.originalUrl }),
    ...(input.status && { status: input.ifStatus ?? status, ifStatus: input.status }),
  };
}
