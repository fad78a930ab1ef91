import type { ComponentProps } from "react";
import { LinkDesignDialog } from "@/components/qr-designer/lazy-link-design-dialog";
import { onDemand } from "@/components/ui/button/on-demand";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";
import { type RowDialog, useRowDialog } from "@/components/ui/table/use-row-dialog";
import type { ShortUrl } from "@/lib/urls/types";

export const CreateUrlDialog = onDemand(() =>
  import("@/components/urls/create/create-url-dialog").then((file) => file.CreateUrlDialog),
);
const QrDialog = onDemand(() => import("@/components/urls/qr/qr-dialog").then((file) => file.QrDialog));
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

type AnalyticsProps = ComponentProps<typeof UrlAnalyticsDialog>;
const HistoryDialog = (props: AnalyticsProps) => <UrlAnalyticsDialog {...props} tab="history" />;

/** The dialogs of a link, each with handlers for the elements that open it. */
export const URL_DIALOGS = {
  qr: QrDialog,
  analytics: UrlAnalyticsDialog,
  history: Object.assign(HistoryDialog, { intent: UrlAnalyticsDialog.intent }),
  edit: EditUrlDialog,
  delete: DeleteUrlDialog,
  share: ShareDialog,
  placements: PlacementsDialog,
  design: LinkDesignDialog,
};

export type UrlDialogKind = keyof typeof URL_DIALOGS;

/** Opens a dialog for a link. Keeps its identity between renders. */
export type OpenUrlDialog = (kind: UrlDialogKind, url: ShortUrl, returnFocusTo?: FocusTarget) => void;

type UrlDialogsProps = { state: RowDialog<UrlDialogKind, ShortUrl> | null; onClose: () => void };

/** Keeps track of which dialog of a link is open, for `UrlDialogs`. */
export const useUrlDialogs = useRowDialog<UrlDialogKind, ShortUrl>;

/** The dialogs of the rows, one at a time. */
export function UrlDialogs({ state, onClose }: UrlDialogsProps) {
  if (!state) return null;
  const { kind, row: url, open, returnFocusTo } = state;
  const Dialog = URL_DIALOGS[kind];
  // A change of a link whose dialog was closed meanwhile doesn't close the one of another link.
  return <Dialog key={url.id} url={url} open={open} onOpenChange={onClose} returnFocusTo={returnFocusTo} />;
}
