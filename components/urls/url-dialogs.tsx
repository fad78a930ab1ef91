"use client";

import type { FocusTarget } from "@/components/ui/use-return-focus";
import { DeleteUrlDialog } from "@/components/urls/delete-url-dialog";
import { EditUrlDialog } from "@/components/urls/edit-url-dialog";
import { QrDialog } from "@/components/urls/qr-dialog";
import { UrlAnalyticsDialog } from "@/components/urls/url-analytics-dialog";
import type { ShortUrl } from "@/lib/urls/types";

export type UrlDialogKind = "qr" | "analytics" | "edit" | "delete";

/** Opens one of the dialogs of a link. Stays the same from render to render. */
export type OpenUrlDialog = (kind: UrlDialogKind, url: ShortUrl, returnFocusTo?: FocusTarget) => void;

export type UrlDialogState = {
  kind: UrlDialogKind;
  url: ShortUrl;
  /** A dialog that closes is still there for a moment. */
  open: boolean;
  returnFocusTo: FocusTarget | undefined;
};

type UrlDialogsProps = { state: UrlDialogState | null; canDelete: boolean; onClose: () => void };

/**
 * The dialogs of all rows, one at a time. They stand beside the table: a row that is scrolled or filtered away
 * takes nothing with it.
 */
export function UrlDialogs({ state, canDelete, onClose }: UrlDialogsProps) {
  if (!state) return null;
  const { kind, url, open, returnFocusTo } = state;
  const shared = { url, open, onOpenChange: onClose };
  switch (kind) {
    case "qr":
      return url.qrCodeUrl && <QrDialog {...shared} image={url.qrCodeUrl} />;
    case "analytics":
      return <UrlAnalyticsDialog {...shared} />;
    case "edit":
      return <EditUrlDialog {...shared} canDelete={canDelete} />;
    case "delete":
      return <DeleteUrlDialog {...shared} returnFocusTo={returnFocusTo} />;
  }
}
