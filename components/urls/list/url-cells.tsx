import { Copy } from "lucide-react";
import { IconButton } from "@/components/ui/button/icon-button";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { findRanges, type TextRange } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";
import { copyShortUrl } from "@/components/urls/copy";
import { Favicon } from "@/components/urls/favicon";
import { findInCode, findInName, hiddenBefore, spellingsIn } from "@/components/urls/list/found-text";
import { readableUrl, splitDestination, splitRest, splitShortUrl } from "@/components/urls/short-link-text";
import { type OpenUrlDialog, URL_DIALOGS } from "@/components/urls/url-dialogs";
import { formatCount, formatDay } from "@/lib/format";
import { matchesName, type SearchWord } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

type CellProps = { url: ListedUrl; words: readonly SearchWord[] };

/** The short URL, which opens the link's analytics. */
export function ShortLink({ url, words, onOpen }: CellProps & { onOpen: OpenUrlDialog }) {
  const { prefix, code } = splitShortUrl(url.shortUrl);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        title={url.shortUrl}
        aria-label={`${prefix}${code}`}
        aria-haspopup="dialog"
        {...URL_DIALOGS.analytics.intent}
        onClick={() => onOpen("analytics", url)}
        translate="no"
        className="touch-target min-w-0 rounded-sm text-left font-mono text-muted text-sm hover:underline"
      >
        {/* Without room for a few characters of the prefix, it wraps out of sight. */}
        <span className="flex h-5 flex-row-reverse flex-wrap justify-end overflow-hidden">
          <span className="order-last max-w-max grow basis-[6ch] truncate @table:hidden">{prefix}</span>
          <span className="max-w-full shrink-0 truncate font-medium text-ink">
            <Highlight text={code} ranges={findInCode(code, words)} />
          </span>
        </span>
      </button>
      <IconButton
        icon={Copy}
        label={`Copy short URL ${url.shortCode}`}
        tip="Copy short URL"
        onClick={() => void copyShortUrl(url.shortUrl)}
      />
    </div>
  );
}

export function Destination({ url, words }: CellProps) {
  const { host, rest } = splitDestination(url.originalUrl);
  const ranges = findRanges(host + rest, spellingsIn(words));
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Favicon src={url.faviconUrl} />
      <div className="grid min-w-0">
        <a
          href={url.originalUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={readableUrl(url.originalUrl)}
          data-tip={url.originalUrl}
          className="touch-target flex min-w-0 rounded-sm text-base text-muted hover:underline"
        >
          <span className="max-w-3/4 shrink-0 truncate text-ink">
            <Highlight text={host} ranges={ranges} />
          </span>
          <Rest rest={rest} ranges={ranges} offset={host.length} />
        </a>
        <FoundCreator name={url.createdByName} words={words} />
      </div>
    </div>
  );
}

type RestProps = { rest: string; ranges: readonly TextRange[]; offset: number };

/** Cut off in the middle; if there is a match, before that and at the end. */
function Rest({ rest, ranges, offset }: RestProps) {
  const { middle, end } = splitRest(rest);
  const endAt = offset + middle.length;
  const isFoundInMiddle = ranges.some(([start, stop]) => stop > offset && start < endAt);
  if (!isFoundInMiddle) {
    return (
      <>
        {middle && <span className="min-w-4 shrink-[1000] truncate">{middle}</span>}
        <span className="min-w-0 truncate">
          <Highlight text={end} ranges={ranges} offset={endAt} />
        </span>
      </>
    );
  }
  const hidden = hiddenBefore(ranges, offset);
  return (
    <span translate="no" className="min-w-0 truncate">
      {hidden > 0 && "…"}
      <Highlight text={rest.slice(hidden)} ranges={ranges} offset={offset + hidden} />
    </span>
  );
}

/** Shown for links found by their creator's name if there is no column with it. */
function FoundCreator({ name, words }: { name: string | null; words: readonly SearchWord[] }) {
  const found = findName(name, words);
  if (name === null || found.length === 0) return null;
  return (
    <p className="hidden truncate text-muted text-sm @max-wide:@table:block">
      Created by <Highlight text={name} ranges={findInName(name, found)} />
    </p>
  );
}

type OwnerProps = CellProps & { groupName: string | null };

/** The owner; in a card also the group. */
export function Owner({ url: { createdById, createdByName: name }, words, groupName }: OwnerProps) {
  const noName = createdById === null ? "No owner" : "Unknown owner";
  return (
    <p className="truncate" title={name ?? undefined}>
      {name === null ? (
        <EmptyValue label={noName} />
      ) : (
        <Highlight text={name} ranges={findInName(name, findName(name, words))} />
      )}
      {groupName !== null && <span className="@table:hidden"> · {groupName}</span>}
    </p>
  );
}

function findName(name: string | null, words: readonly SearchWord[]): SearchWord[] {
  return name === null ? [] : words.filter((word) => matchesName(name, word));
}

/** Not shown in a card; see Owner. */
export function GroupName({ name }: { name: string | null }) {
  if (name === null) return <EmptyValue label="No group" />;
  return (
    <p className="truncate" title={name}>
      {name}
    </p>
  );
}

/** The number of clicks; in a card also the last click. */
export function Clicks({ url: { clickCount, lastClickedOn } }: { url: ListedUrl }) {
  return (
    <>
      {formatCount(clickCount)}
      <span className="@table:hidden">
        {clickCount === 1 ? " click" : " clicks"}
        {lastClickedOn && `, last ${formatDay(lastClickedOn)}`}
      </span>
    </>
  );
}

/** A day of the installation, unlike times. Not shown in a card; see Clicks. */
export function LastClick({ day }: { day: string | null }) {
  if (day === null) return <EmptyValue label="No clicks yet" />;
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {formatDay(day)}
    </time>
  );
}
