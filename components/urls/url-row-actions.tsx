"use client";

import { ChartColumn, Pencil, QrCode } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { MenuButton } from "@/components/ui/menu-button";
import { lazyTrigger } from "@/components/ui/on-demand";
import { useRowActions } from "@/components/ui/row-actions";
import { type OpenUrlDialog, urlDialogIntents } from "@/components/urls/url-dialogs";
import type { UrlRowMenuProps } from "@/components/urls/url-row-menu";
import type { ShortUrl } from "@/lib/urls/types";

type UrlRowActionsProps = { url: ShortUrl; canEdit: boolean; canDelete: boolean; onOpen: OpenUrlDialog };

export function UrlRowActions({ url, canEdit, canDelete, onOpen }: UrlRowActionsProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  useRowActions({
    open: () => onOpen("analytics", url),
    edit: canEdit && (() => onOpen("edit", url)),
    delete: canDelete && url.status !== "deleted" && (() => onOpen("delete", url)),
  });
  return (
    <div className="flex justify-end @max-roomy:@table:gap-0 gap-0.5 @table:grid @table:grid-cols-[repeat(4,2rem)] pointer-coarse:@table:grid-cols-[repeat(4,2.5rem)]">
      {url.qrCodeUrl && (
        <IconButton
          label={`Show QR code for ${url.shortCode}`}
          tip="QR code"
          {...urlDialogIntents.qr}
          onClick={() => onOpen("qr", url)}
          className="col-start-1"
        >
          <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      <IconButton
        label={`Show analytics for ${url.shortCode}`}
        tip="Analytics"
        {...urlDialogIntents.analytics}
        onClick={() => onOpen("analytics", url)}
        className="col-start-2"
      >
        <ChartColumn aria-hidden className="size-4" strokeWidth={1.75} />
      </IconButton>
      {canEdit && (
        <IconButton
          label={`Edit ${url.shortCode}`}
          tip="Edit"
          {...urlDialogIntents.edit}
          onClick={() => onOpen("edit", url)}
          className="col-start-3"
        >
          <Pencil aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      <UrlRowMenu
        ref={menuButton}
        label={`More actions for ${url.shortCode}`}
        className="col-start-4"
        url={url}
        canEdit={canEdit}
        canDelete={canDelete}
        onQrCreated={(created) => onOpen("qr", created, menuButton)}
        onShare={() => onOpen("share", url, menuButton)}
        onPlacements={() => onOpen("placements", url, menuButton)}
        onDesign={() => onOpen("design", url, menuButton)}
        onDelete={() => onOpen("delete", url, menuButton)}
      />
    </div>
  );
}

const UrlRowMenu = lazyTrigger<UrlRowMenuProps>(
  ({ url, canEdit, canDelete, onQrCreated, onShare, onPlacements, onDesign, onDelete, ...button }) => (
    <MenuButton {...button} />
  ),
  () => import("@/components/urls/url-row-menu").then((file) => file.UrlRowMenu),
);
