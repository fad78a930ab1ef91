"use client";

import { ChartLine, MapPin, Palette, Pause, Play, QrCode, Share2, Trash2 } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Ref } from "react";
import { toastError, toastFailure } from "@/components/data/toast-error";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import { toast } from "@/components/ui/toast-store";
import { type OpenUrlDialog, urlDialogIntents } from "@/components/urls/url-dialogs";
import { useUpdateUrl } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

export type UrlRowMenuProps = {
  /** Accessible name of its button. */
  label: string;
  url: ShortUrl;
  canEdit: boolean;
  canDelete: boolean;
  onOpen: OpenUrlDialog;
  /** Of its button. */
  ref: Ref<HTMLButtonElement>;
  className?: string;
};

export function UrlRowMenu({ url, canEdit, canDelete, onOpen, ...button }: UrlRowMenuProps) {
  const update = useUpdateUrl(url.id);
  const setStatus = (status: UrlStatus) =>
    update.mutate(
      { status },
      {
        onSuccess: () => toast({ title: "URL updated successfully" }),
        onError: (error) => toastFailure(error, "Failed to update URL"),
      },
    );
  const createQr = () =>
    update.mutate(
      { generateQR: true },
      {
        onSuccess: (created) => onOpen("qr", created),
        onError: (error) => toastError(error, "Failed to create QR code"),
      },
    );
  const deletable = canDelete && url.status !== "deleted";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <PageItem urlId={url.id} />
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
        {canEdit && !url.qrCodeUrl && url.status !== "deleted" && (
          <DropdownMenuItem {...urlDialogIntents.qr} onSelect={createQr}>
            <QrCode aria-hidden />
            Create QR code
          </DropdownMenuItem>
        )}
        {canEdit && url.qrCodeUrl && (
          <DropdownMenuItem {...urlDialogIntents.design} onSelect={() => onOpen("design", url)}>
            <Palette aria-hidden />
            QR code design
          </DropdownMenuItem>
        )}
        {url.qrCodeUrl && (
          <DropdownMenuItem {...urlDialogIntents.placements} onSelect={() => onOpen("placements", url)}>
            <MapPin aria-hidden />
            QR code placements
          </DropdownMenuItem>
        )}
        {canEdit && url.status !== "deleted" && (
          <DropdownMenuItem {...urlDialogIntents.share} onSelect={() => onOpen("share", url)}>
            <Share2 aria-hidden />
            Share statistics
          </DropdownMenuItem>
        )}
        {deletable && <DropdownMenuSeparator />}
        {deletable && (
          <DropdownMenuItem danger {...urlDialogIntents.delete} onSelect={() => onOpen("delete", url)}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Not on the page itself. */
function PageItem({ urlId }: { urlId: string }) {
  const href = paths.url(urlId);
  if (usePathname() === href) return null;
  return (
    <DropdownMenuItem asChild>
      <Link href={href} prefetch={false}>
        <ChartLine aria-hidden />
        Open analytics page
      </Link>
    </DropdownMenuItem>
  );
}
