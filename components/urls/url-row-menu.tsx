"use client";

import { Pause, Play, Trash2 } from "lucide-react";
import { toastError } from "@/components/data/toast-error";
import { DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast-store";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

type UrlRowMenuProps = { url: ShortUrl; canEdit: boolean; canDelete: boolean; onDelete: () => void };

export function UrlRowMenu({ url, canEdit, canDelete, onDelete }: UrlRowMenuProps) {
  const update = useUpdateUrl(url.id);
  const setStatus = (status: UrlStatus) =>
    update.mutate(
      { status },
      {
        onSuccess: () => toast({ title: "URL updated successfully" }),
        onError: (error) => toastError(error, "Failed to update URL"),
      },
    );
  const deletable = canDelete && url.status !== "deleted";
  return (
    <DropdownMenuContent>
      {canEdit && url.status === "active" && (
        <DropdownMenuItem onSelect={() => setStatus("paused")}>
          <Pause aria-hidden />
          Pause
        </DropdownMenuItem>
      )}
      {canEdit && url.status !== "active" && (
        <DropdownMenuItem onSelect={() => setStatus("active")}>
          <Play aria-hidden />
          Activate
        </DropdownMenuItem>
      )}
      {canEdit && deletable && <DropdownMenuSeparator />}
      {deletable && (
        <DropdownMenuItem danger onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      )}
    </DropdownMenuContent>
  );
}
