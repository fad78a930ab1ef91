"use client";

import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { failureToast, toastFailure } from "@/components/data/toast-error";
import { toast } from "@/components/ui/toast-store";
import { changeUrls } from "@/components/urls/bulk-urls";
import { useRefetchAfterDelete } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";

/** Gives links, as they were before they were deleted, their status back. */
export function useRestoreUrls() {
  const refetch = useRefetchAfterDelete();
  return useMutation({
    mutationFn: restore,
    onSuccess: (refusal) => {
      if (refusal) toast(failureToast("Failed to update URL", refusal));
      else toast({ title: "URL updated successfully" });
    },
    onError: (error) => toastFailure(error, "Failed to update URL"),
    onSettled: refetch,
  });
}

/** @returns why one could not be restored; undefined: all were */
async function restore(urls: readonly ShortUrl[]): Promise<string | undefined> {
  const [only] = urls;
  if (only && urls.length === 1) {
    await call("PUT", paths.api.url(only.id), { status: only.status });
    return undefined;
  }
  const idsOf = (status: ShortUrl["status"]) => urls.filter((url) => url.status === status).map(({ id }) => id);
  const activated = await changeUrls(idsOf("active"), { action: "activate" });
  const paused = await changeUrls(idsOf("paused"), { action: "pause" });
  return activated.refused.reason || paused.refused.reason || undefined;
}
