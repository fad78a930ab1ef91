import { LinkDesignDialog } from "@/components/qr-designer/lazy-link-design-dialog";
import { onDemand } from "@/components/ui/button/on-demand";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";
import { type RowDialog, useRowDialog } from "@/components/ui/table/use-row-dialog";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import type { ShortUrl } from "@/lib/urls/types";

export const CreateUrlDialog = onDemand(() =>
  import("@/components/urls/create/create-url-dialog").then((file) => file.CreateUrlDialog),
);
export const QrDialog = onDemand(() => import("@/components/urls/qr/qr-dialog").then((file) => file.QrDialog));
export const UrlAnalyticsDialog = onDemand(() =>
  import("@/components/urls/analytics/url-analytics-dialog").then((file) => file.UrlAnalyticsDialog),
);
/** Is in the same file, which `UrlAnalyticsDialog.intent` loads. */
export const UrlAnalyticsDialogById = onDemand(() =>
  import("@/components/urls/analytics/url-analytics-dialog").then((file) => file.UrlAnalyticsDialogById),
);
const EditUrlDialog = onDemand(() =>
  import("@/components/urls/edit/edit-url-dialog").then((file) => file.EditUrlDialog),
);
const DeleteUrlDialog = onDemand(() =>
  import("@/components/urls/edit/delete-url-dialog").then((file) => file.DeleteUrlDialog),
);

const ShareDialog = onDemand(() => import("@/components/shares/share-dialog").then((file) => file.ShareDialog));

const PlacementsDialog = onDemand(() =>
  import("@/components/placements/placements-dialog").then((file) => file.PlacementsDialog),
);

/** Handlers for the elements that open the dialogs. */
export const urlDialogIntents = {
  qr: QrDialog.intent,
  analytics: UrlAnalyticsDialog.intent,
  history: UrlAnalyticsDialog.intent,
  edit: EditUrlDialog.intent,
  delete: DeleteUrlDialog.intent,
  share: ShareDialog.intent,
  placements: PlacementsDialog.intent,
  design: LinkDesignDialog.intent,
};

type UrlDialogKind = keyof typeof urlDialogIntents;

/** Opens a dialog for a link. Keeps its identity between renders. */
export type OpenUrlDialog = (kind: UrlDialogKind, url: ShortUrl, returnFocusTo?: FocusTarget) => void;

type UrlDialogState = RowDialog<UrlDialogKind, ShortUrl>;

type UrlDialogsProps = { state: UrlDialogState | null; onClose: () => void };

/** Keeps track of which dialog of a link is open, for `UrlDialogs`. */
export const useUrlDialogs = useRowDialog<UrlDialogKind, ShortUrl>;

/** The dialogs of the rows, one at a time. */
export function UrlDialogs({ state, onClose }: UrlDialogsProps) {
  // A change of a link whose dialog was closed meanwhile doesn't close the one of another link.
  return state && <UrlDialog key={state.row.id} state={state} onClose={onClose} />;
}

function UrlDialog({ state, onClose }: { state: UrlDialogState; onClose: () => void }) {
  const { canDelete } = useUrlPermissions();
  const { kind, row: url, open, returnFocusTo } = state;
  const shared = { url, open, onOpenChange: onClose, returnFocusTo };
  switch (kind) {
    case "qr":
      return url.qrCodeUrl && <QrDialog {...shared} image={url.qrCodeUrl} />;
    case "analytics":
      return <UrlAnalyticsDialog {...shared} />;
    case "history":
      return <UrlAnalyticsDialog {...shared} tab="history" />;
    case "edit":
      return <EditUrlDialog {...shared} canDelete={canDelete(url)} />;
    case "delete":
      return <DeleteUrlDialog {...shared} />;
    case "share":
      return <ShareDialog {...shared} />;
    case "placements":
      return <PlacementsDialog {...shared} />;
    case "design":
      return <LinkDesignDialog {...shared} />;
  }
}
