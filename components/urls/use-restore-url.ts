"use client";

import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastFailure } from "@/components/data/toast-error";
import { useRefetch } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast-store";
import { AFTER_CREATE_OR_DELETE } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";

/** Restores a deleted link to the status it had before. */
export function useRestoreUrl() {
  const refetch = useRefetch(AFTER_CREATE_OR_DELETE);
  return useMutation({
    mutationFn: ({ id, status }: ShortUrl) => call<ShortUrl>("PUT", paths.api.url(id), { status }),
    onSuccess: () => toast({ title: "URL updated successfully" }),
    onError: (error) => toastFailure(error, "Failed to update URL"),
    onSettled: () => void refetch(),
  });
}
