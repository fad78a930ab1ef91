import { call } from "@/components/data/api";
import { toastFailure } from "@/components/data/toast-error";
import { type ChangeOptions, useChange } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast/toast-store";
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

/** How the outcome of an update is shown (spec section 8). */
export const URL_UPDATE = {
  onSuccess: () => toast({ title: "URL updated successfully" }),
  onError: (error: Error) => toastFailure(error, "Failed to update URL"),
};
