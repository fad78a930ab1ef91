import { ChartLine, MapPin, Palette, Pause, Play, QrCode, Share2, Trash2 } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { toastError } from "@/components/data/toast-error";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/button/dropdown-menu";
import type { MenuProps } from "@/components/ui/button/menu-button";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";
import { toast } from "@/components/ui/toast/toast-store";
import { UrlDialogItem } from "@/components/urls/list/url-dialog-item";
import { type OpenUrlDialog, URL_DIALOGS } from "@/components/urls/url-dialogs";
import { URL_UPDATE, URL_UPDATED, undoAction, useUndoUrl, useUpdateUrl } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

export type UrlRowMenuProps = MenuProps & {
  url: ShortUrl;
  canEdit: boolean;
  canDelete: boolean;
  onOpen: OpenUrlDialog;
};

export function UrlRowMenu({ url, canEdit, canDelete, onOpen, ...button }: UrlRowMenuProps) {
  const undo = useUndoUrl();
  const update = useUpdateUrl(url.id, {
    ...URL_UPDATE,
    onSuccess: (_, input) => toast({ title: URL_UPDATED, actions: [undoAction(url, input, undo)] }),
  });
  const setStatus = (status: UrlStatus) => update.mutate({ status, ifStatus: url.status });
  const createQr = useUpdateUrl(url.id, {
    onSuccess: (created, _, isShown) => {
      // Not in place of a dialog opened in the meantime.
      if (isShown && !document.querySelector(OVERLAYS)) onOpen("qr", created);
      else toast({ title: "QR code created" });
    },
    onError: (error) => toastError(error, "Failed to create QR code"),
  });
  const opening = { url, onOpen };
  return (
    <RowMenu {...button}>
      <PageItem urlId={url.id} />
      {canEdit && url.status === "active" && (
        <MenuItem icon={Pause} label="Pause" onSelect={() => setStatus("paused")} />
      )}
      {canEdit && url.status !== "active" && (
        <MenuItem icon={Play} label="Activate" onSelect={() => setStatus("active")} />
      )}
      {canEdit && !url.qrCodeUrl && url.status !== "deleted" && (
        <MenuItem
          icon={QrCode}
          label="Create QR code"
          {...URL_DIALOGS.qr.intent}
          onSelect={() => createQr.mutate({ generateQR: true })}
        />
      )}
      {canEdit && url.qrCodeUrl && <UrlDialogItem {...opening} kind="design" icon={Palette} label="QR code design" />}
      {url.qrCodeUrl && <UrlDialogItem {...opening} kind="placements" icon={MapPin} label="QR code placements" />}
      {canEdit && url.status !== "deleted" && (
        <UrlDialogItem {...opening} kind="share" icon={Share2} label="Share statistics" />
      )}
      {canDelete && url.status !== "deleted" && (
        <>
          <DropdownMenuSeparator />
          <UrlDialogItem {...opening} kind="delete" icon={Trash2} label="Delete" danger />
        </>
      )}
    </RowMenu>
  );
}

/** A link to the link's page; not shown on that page itself. */
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
