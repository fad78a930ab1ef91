import { ChartColumn, Pencil, QrCode } from "lucide-react";
import { IconButton } from "@/components/ui/button/icon-button";
import { useRowActions } from "@/components/ui/table/row-actions";
import { UrlMenu } from "@/components/urls/list/url-menu";
import { type OpenUrlDialog, URL_DIALOGS } from "@/components/urls/url-dialogs";
import type { ShortUrl } from "@/lib/urls/types";

type UrlRowActionsProps = { url: ShortUrl; canEdit: boolean; canDelete: boolean; onOpen: OpenUrlDialog };

export function UrlRowActions({ url, canEdit, canDelete, onOpen }: UrlRowActionsProps) {
  useRowActions({
    open: () => onOpen("analytics", url),
    edit: canEdit && (() => onOpen("edit", url)),
    delete: canDelete && url.status !== "deleted" && (() => onOpen("delete", url)),
  });
  return (
    <div className="flex justify-end @max-roomy:@table:gap-0 gap-0.5 @table:grid @table:grid-cols-[repeat(4,2rem)] @max-roomy:@table:pointer-coarse:grid-cols-[repeat(4,2.25rem)] @max-roomy:@table:pointer-coarse:*:w-9 @roomy:pointer-coarse:grid-cols-[repeat(4,2.5rem)]">
      {url.qrCodeUrl && (
        <IconButton
          icon={QrCode}
          label={`Show QR code for ${url.shortCode}`}
          tip="QR code"
          {...URL_DIALOGS.qr.intent}
          onClick={() => onOpen("qr", url)}
          className="col-start-1"
        />
      )}
      <IconButton
        icon={ChartColumn}
        label={`Show analytics for ${url.shortCode}`}
        tip="Analytics"
        {...URL_DIALOGS.analytics.intent}
        onClick={() => onOpen("analytics", url)}
        className="col-start-2"
      />
      {canEdit && (
        <IconButton
          icon={Pencil}
          label={`Edit ${url.shortCode}`}
          tip="Edit"
          {...URL_DIALOGS.edit.intent}
          onClick={() => onOpen("edit", url)}
          className="col-start-3"
        />
      )}
      <UrlMenu className="col-start-4" url={url} canEdit={canEdit} canDelete={canDelete} onOpen={onOpen} />
    </div>
  );
}
