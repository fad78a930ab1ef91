import { Copy } from "lucide-react";
import { findRanges } from "@/components/ui/find-ranges";
import { Highlight } from "@/components/ui/highlight";
import { IconButton } from "@/components/ui/icon-button";
import { copyShortUrl } from "@/components/urls/copy";
import { Favicon } from "@/components/urls/favicon";
import { findInCode, findInName, hiddenBefore, spellingsIn } from "@/components/urls/found-text";
import { splitDestination, splitShortUrl } from "@/components/urls/short-link-text";
import { matchesName, type SearchWord } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

type CellProps = { url: ListedUrl; words: readonly SearchWord[] };

export function ShortLink({ url, words }: CellProps) {
  const { prefix, code } = splitShortUrl(url.shortUrl);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <a
        href={url.shortUrl}
        target="_blank"
        rel="noreferrer"
        title={url.shortUrl}
        aria-label={`${prefix}${code}`}
        className="flex min-w-0 rounded-sm font-mono text-sm text-muted hover:underline"
      >
        <span className="min-w-0 truncate @max-roomy:@table:hidden">{prefix}</span>
        <span className="max-w-full shrink-0 truncate font-medium text-ink">
          <Highlight text={code} ranges={findInCode(code, words)} />
        </span>
      </a>
      <IconButton
        label={`Copy short URL ${url.shortCode}`}
        tip="Copy short URL"
        onClick={() => void copyShortUrl(url.shortUrl)}
      >
        <Copy aria-hidden className="size-4" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

export function Destination({ url, words }: CellProps) {
  const { host, rest } = splitDestination(url.originalUrl);
  const ranges = findRanges(host + rest, spellingsIn(words));
  const hidden = hiddenBefore(ranges, host.length);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Favicon src={url.faviconUrl} />
      <div className="grid min-w-0">
        <a
          href={url.originalUrl}
          target="_blank"
          rel="noreferrer"
          title={url.originalUrl}
          className="truncate rounded-sm text-base text-muted hover:underline"
        >
          <span className="text-ink">
            <Highlight text={host} ranges={ranges} />
          </span>
          {hidden > 0 && (
            <>
              <span className="sr-only">{rest.slice(0, hidden)}</span>
              <span aria-hidden>…</span>
            </>
          )}
          <Highlight text={rest.slice(hidden)} ranges={ranges} offset={host.length + hidden} />
        </a>
        <FoundCreator name={url.createdByName} words={words} />
      </div>
    </div>
  );
}

/** Shown for links that are found by their creator's name. */
function FoundCreator({ name, words }: { name: string | null; words: readonly SearchWord[] }) {
  const found = name === null ? [] : words.filter((word) => matchesName(name, word));
  if (name === null || found.length === 0) return null;
  return (
    <p className="truncate text-muted text-sm">
      Created by <Highlight text={name} ranges={findInName(name, found)} />
    </p>
  );
}
