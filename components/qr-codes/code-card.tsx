import { Copy, ImageOff } from "lucide-react";
import { memo, useRef } from "react";
import { groupNameOf } from "@/components/groups/use-group-names";
import { codeImagePath } from "@/components/qr-codes/code-image-path";
import type { CodeMenuProps } from "@/components/qr-codes/code-menu";
import { IconButton } from "@/components/ui/button/icon-button";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { cn } from "@/components/ui/cn";
import { RowCheckbox } from "@/components/ui/table/checkbox";
import type { RowSelection } from "@/components/ui/table/data-table-types";
import { ActionRow, type RowRegistry, useRowActions } from "@/components/ui/table/row-actions";
import { findRanges } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";
import { useImageFailure } from "@/components/ui/use-image-failure";
import { copyShortUrl } from "@/components/urls/copy";
import { findInCode, spellingsIn } from "@/components/urls/list/found-text";
import { destinationText, splitDestination, splitShortUrl } from "@/components/urls/short-link-text";
import { type OpenUrlDialog, URL_DIALOGS } from "@/components/urls/url-dialogs";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import { plural } from "@/lib/format";
import type { QrCode } from "@/lib/qr/types";
import type { SearchWord } from "@/lib/search-text";

export type CodeContext = {
  /** Search terms to highlight. */
  words: readonly SearchWord[];
  onOpen: OpenUrlDialog;
  permissions: UrlPermissions;
  /** Names of the groups that the user sees, by id. */
  groupNames: ReadonlyMap<string, string>;
};

type CodeCardProps = {
  url: QrCode;
  /** Index in the whole list, from 0. */
  index: number;
  /** The number of codes; null if unknown. */
  count: number | null;
  context: CodeContext;
  registry: RowRegistry;
  selection: RowSelection<QrCode>;
  isSelected: boolean;
};

function PlainCard({ url, index, count, context, registry, selection, isSelected }: CodeCardProps) {
  return (
    <ActionRow registry={registry} id={url.id}>
      <li
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row of a list is one tab stop (decision 0153)
        tabIndex={0}
        aria-label={`${url.shortCode}, ${destinationText(url.originalUrl)}, ${url.status}, ${plural(url.scans30d, "scan")} in the last 30 days`}
        aria-posinset={index + 1}
        aria-setsize={count ?? -1}
        data-index={index}
        data-selected={isSelected || undefined}
        className="relative grid scroll-my-24 grid-cols-[2rem_5.5rem_minmax(0,1fr)] items-center border-line border-t py-3 pr-4 pl-2 transition-colors first:border-t-0 focus-visible:-outline-offset-2 hover:bg-canvas data-selected:bg-accent-soft/50 dark:data-selected:bg-accent-soft/40 @table:flex @table:flex-col @table:items-stretch @table:overflow-hidden @table:rounded-lg @table:border @table:p-0 @table:first:border-t @table:hover:border-line-strong @table:hover:bg-transparent @table:data-selected:border-accent @table:data-selected:bg-transparent dark:@table:data-selected:bg-transparent"
      >
        <RowCheckbox
          row={url}
          selection={selection}
          isSelected={isSelected}
          className="@table:absolute @table:top-1 @table:left-1"
        />
        <Content url={url} context={context} />
      </li>
    </ActionRow>
  );
}

export const CodeCard = memo(PlainCard);

function Content({ url, context: { words, onOpen, permissions, groupNames } }: Pick<CodeCardProps, "url" | "context">) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const canEdit = permissions.canEdit(url);
  useRowActions({ open: () => onOpen("qr", url), edit: canEdit && (() => onOpen("design", url)) });
  const { prefix, code } = splitShortUrl(url.shortUrl);
  const { host, rest } = splitDestination(url.originalUrl);
  const ranges = findRanges(host + rest, spellingsIn(words));
  const group = groupNameOf(url.groupId, groupNames) ?? "No group";
  return (
    <>
      <button
        type="button"
        aria-label={`Show QR code for ${url.shortCode}`}
        aria-haspopup="dialog"
        {...URL_DIALOGS.qr.intent}
        onClick={() => onOpen("qr", url)}
        className="grid aspect-square place-items-center rounded-md @table:-outline-offset-2 @table:aspect-[4/3] @table:w-full @table:rounded-none @table:border-line @table:border-b @table:bg-canvas @table:py-3"
      >
        <CodeImage src={codeImagePath(url)} isForBlack={url.isForBlack} isDimmed={url.status !== "active"} />
      </button>
      <div className="grid min-w-0 grid-cols-1 content-center gap-0.5 pl-3 @table:py-2 @table:pr-1">
        <div className="flex min-w-0 items-center">
          <p
            translate="no"
            title={url.shortUrl}
            className="min-w-0 flex-1 truncate font-mono font-medium text-ink text-sm"
          >
            <span className="sr-only">{prefix}</span>
            <Highlight text={code} ranges={findInCode(code, words)} />
          </p>
          <IconButton
            icon={Copy}
            label={`Copy short URL ${url.shortCode}`}
            tip="Copy short URL"
            onClick={() => void copyShortUrl(url.shortUrl)}
          />
          <CodeMenu
            ref={menuButton}
            label={`More actions for ${url.shortCode}`}
            url={url}
            canEdit={canEdit}
            onOpen={(kind, opened) => onOpen(kind, opened, menuButton)}
          />
        </div>
        <p title={url.originalUrl} className="truncate text-muted text-sm @table:pr-2">
          <Highlight text={host + rest} ranges={ranges} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-xs tabular-nums @table:flex-nowrap @table:pr-2">
          <span className="whitespace-nowrap">{`${plural(url.scans30d, "scan")} in 30 days`}</span>
          {url.status !== "active" && <span className="capitalize">{url.status}</span>}
          <span title={group} className="min-w-0 truncate">
            {group}
          </span>
        </p>
      </div>
    </>
  );
}

const CodeMenu = lazyMenu<CodeMenuProps>(() => import("@/components/qr-codes/code-menu").then((file) => file.CodeMenu));

type CodeImageProps = {
  /** Path of the image. */
  src: string | null;
  isForBlack: boolean;
  isDimmed: boolean;
};

/** A code on its background, fetched once it is near the window. Decorative, since the text beside it says the same. */
export function CodeImage({ src, isForBlack, isDimmed }: CodeImageProps) {
  const { hasFailed, handlers } = useImageFailure(src);
  if (!src || hasFailed) {
    return (
      <span className="grid size-22 place-items-center rounded-md border border-line text-muted @table:size-32">
        <ImageOff aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: rendered by our own server
    <img
      src={src}
      alt=""
      width={128}
      height={128}
      loading="lazy"
      decoding="async"
      className={cn(
        "size-22 rounded-md border border-line object-contain @table:size-32",
        isForBlack ? "bg-black" : "bg-white",
        isDimmed && "opacity-45",
      )}
      {...handlers}
    />
  );
}
