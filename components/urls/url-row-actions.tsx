"use client";

import { Ellipsis, Pencil, QrCode } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { DeleteUrlDialog } from "@/components/urls/delete-url-dialog";
import { EditUrlDialog } from "@/components/urls/edit-url-dialog";
import { QrDialog } from "@/components/urls/qr-dialog";
import { UrlRowMenu } from "@/components/urls/url-row-menu";
import type { ShortUrl } from "@/lib/urls/types";

type OpenDialog = "qr" | "edit" | "delete" | null;

type UrlRowActionsProps = { url: ShortUrl; canEdit: boolean; canDelete: boolean };

/** What the user may do with a link; every dialog returns the focus to the button it came from. */
export function UrlRowActions({ url, canEdit, canDelete }: UrlRowActionsProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex justify-end gap-0.5">
      {url.qrCodeUrl && (
        <IconButton label={`Show QR code for ${url.shortCode}`} tip="QR code" onClick={() => setDialog("qr")}>
          <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      {canEdit && (
        <IconButton label={`Edit ${url.shortCode}`} tip="Edit" onClick={() => setDialog("edit")}>
          <Pencil aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      {(canEdit || canDelete) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button ref={menuButton} size="icon" variant="ghost" aria-label={`More actions for ${url.shortCode}`}>
              <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
            </Button>
          </DropdownMenuTrigger>
          <UrlRowMenu url={url} canEdit={canEdit} canDelete={canDelete} onDelete={() => setDialog("delete")} />
        </DropdownMenu>
      )}
      {url.qrCodeUrl && <QrDialog url={url} image={url.qrCodeUrl} open={dialog === "qr"} onOpenChange={close} />}
      {canEdit && <EditUrlDialog url={url} canDelete={canDelete} open={dialog === "edit"} onOpenChange={close} />}
      {canDelete && (
        <DeleteUrlDialog url={url} open={dialog === "delete"} onOpenChange={close} returnFocusTo={menuButton} />
      )}
    </div>
  );
}
