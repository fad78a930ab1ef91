import { Copy, ExternalLink, History, type LucideIcon, Pencil, QrCode } from "lucide-react";
import { groupNameOf, useGroupNames } from "@/components/groups/use-group-names";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button/button";
import { IconButton } from "@/components/ui/button/icon-button";
import { LocalDate } from "@/components/ui/text/local-date";
import { copyShortUrl } from "@/components/urls/copy";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";
import { Favicon } from "@/components/urls/favicon";
import { UrlMenu } from "@/components/urls/list/url-menu";
import { destinationText, splitShortUrl } from "@/components/urls/short-link-text";
import { type OpenUrlDialog, URL_DIALOGS, type UrlDialogKind } from "@/components/urls/url-dialogs";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import type { ListedUrl } from "@/lib/urls/types";

type LinkHeadProps = { url: ListedUrl; onOpen: OpenUrlDialog };

/** The page's link, and actions on it. */
export function LinkHead({ url, onOpen }: LinkHeadProps) {
  const { prefix, code } = splitShortUrl(url.shortUrl);
  return (
    <header className="flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-start sm:justify-between">
      <div className="grid min-w-0 grid-cols-1 gap-1.5 sm:flex-1 sm:basis-80">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1
            translate="no"
            className="min-w-0 break-words font-mono font-semibold text-ink text-xl tracking-[-0.02em]"
          >
            <span className="font-normal text-muted">{prefix}</span>
            {code}
          </h1>
          <IconButton icon={Copy} label="Copy short URL" onClick={() => void copyShortUrl(url.shortUrl)} />
          <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>
        </div>
        <a
          href={url.originalUrl}
          target="_blank"
          rel="noreferrer"
          title={url.originalUrl}
          className="touch-target flex min-w-0 items-center gap-2 rounded-sm text-base text-ink hover:underline"
        >
          <Favicon src={url.faviconUrl} />
          <span className="line-clamp-2 min-w-0 break-words">{destinationText(url.originalUrl)}</span>
          <ExternalLink aria-hidden className="size-3.5 shrink-0 text-muted print:hidden" strokeWidth={1.75} />
        </a>
        <About url={url} />
      </div>
      <Actions url={url} onOpen={onOpen} />
    </header>
  );
}

function About({ url: { createdById, createdByName, groupId, createdAt } }: { url: ListedUrl }) {
  const group = groupNameOf(groupId, useGroupNames());
  return (
    <p className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm">
      <span>{createdByName ?? (createdById === null ? "No owner" : "Unknown owner")}</span>
      <span aria-hidden>·</span>
      <span>{group ?? "No group"}</span>
      <span aria-hidden>·</span>
      <span>
        Created <LocalDate iso={createdAt} />
      </span>
    </p>
  );
}

function Actions(opening: LinkHeadProps) {
  const { url } = opening;
  const permissions = useUrlPermissions();
  const [canEdit, canDelete] = [permissions.canEdit(url), permissions.canDelete(url)];
  return (
    <div data-no-print className="flex shrink-0 flex-wrap items-center gap-2 max-sm:*:px-3">
      <CreateUrlButton shortcut="c" variant="secondary" className="max-sm:w-full" />
      {url.qrCodeUrl && <Action {...opening} kind="qr" icon={QrCode} label="QR Code" />}
      {canEdit && <Action {...opening} kind="edit" icon={Pencil} label="Edit" />}
      <Action {...opening} kind="history" icon={History} label="History" />
      {(canEdit || canDelete) && <UrlMenu {...opening} canEdit={canEdit} canDelete={canDelete} />}
    </div>
  );
}

type ActionProps = LinkHeadProps & { kind: UrlDialogKind; icon: LucideIcon; label: string };

function Action({ url, onOpen, kind, icon: Icon, label }: ActionProps) {
  return (
    <Button
      variant="secondary"
      className="max-sm:flex-1"
      {...URL_DIALOGS[kind].intent}
      onClick={() => onOpen(kind, url)}
    >
      <Icon aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
      {label}
    </Button>
  );
}
