"use client";

import { Pause, Play, Trash2 } from "lucide-react";
import type { Ref } from "react";
import { toastFailure } from "@/components/data/toast-error";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import { toast } from "@/components/ui/toast-store";
import { urlDialogIntents } from "@/components/urls/url-dialogs";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

export type UrlRowMenuProps = {
  /** Accessible name of its button. */
  label: string;
  url: ShortUrl;
  canEdit: boolean;
  canDelete: boolean;
  onDelete: () => void;
  /** Of its button. */
  ref: Ref<HTMLButtonElement>;
  className?: string;
};

export function UrlRowMenu({ url, canEdit, canDelete, onDelete, ...button }: UrlRowMenuProps) {
  const update = useUpdateUrl(url.id);
  const setStatus = (status: UrlStatus) =>
    update.mutate(
      { status },
      {
        onSuccess: () => toast({ title: "URL updated successfully" }),
        onError: (error) => toastFailure(error, "Failed to update URL"),
      },
    );
  const deletable = canDelete && url.status !== "deleted";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
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
          <DropdownMenuItem danger {...urlDialogIntents.delete} onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
