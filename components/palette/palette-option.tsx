import Link from "next/link";
import type { ReactNode } from "react";
import type { SearchedWords } from "@/components/data/use-searched-words";
import type { PaletteEntry } from "@/components/palette/palette-entries";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { findRanges } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";
import { Favicon } from "@/components/urls/favicon";
import { findInCode, hiddenBefore, spellingsIn } from "@/components/urls/list/found-text";
import { splitDestination } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";
import type { ListedUrl } from "@/lib/urls/types";
import type { User } from "@/lib/users/types";

type PaletteOptionProps = {
  id: string;
  entry: PaletteEntry;
  /** Search terms to highlight. */
  words: SearchedWords;
  isActive: boolean;
  onPoint: () => void;
  /** Also called after a link was followed. */
  onChoose: (entry: PaletteEntry) => void;
};

/** Pages are links, so that leaving unsaved changes is confirmed, and a click may open a new tab. */
export function PaletteOption({ id, entry, words, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const shared = {
    id,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    onPointerMove: onPoint,
    onClick: () => onChoose(entry),
    className: cn(
      "flex min-h-10 pointer-coarse:min-h-12 w-full scroll-my-2 items-center gap-3 rounded-md px-2.5 py-1.5 text-left text-base text-ink",
      isActive && "bg-pressed",
    ),
  } as const;
  if ("href" in entry) {
    return (
      <Link href={entry.href} prefetch={false} {...shared}>
        <Content entry={entry} words={words} />
      </Link>
    );
  }
  return (
    <button type="button" {...shared}>
      <Content entry={entry} words={words} />
    </button>
  );
}

function Content({ entry, words }: { entry: PaletteEntry; words: SearchedWords }) {
  if (entry.kind === "url") return <FoundUrl url={entry.url} words={words.urls} />;
  if (entry.kind === "person") return <FoundPerson person={entry.person} words={words.people} />;
  const Icon = entry.icon;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="min-w-0 truncate">{entry.label}</span>
    </>
  );
}

/** Number of a destination's characters that are always visible on a phone. */
const SURELY_SHOWN = 40;

function FoundUrl({ url, words }: { url: ListedUrl; words: SearchedWords["urls"] }) {
  const { faviconUrl, shortCode, originalUrl, status } = url;
  const { host, rest } = splitDestination(originalUrl);
  const ranges = findRanges(host + rest, spellingsIn(words));
  const hidden = hiddenBefore(ranges, host.length, SURELY_SHOWN);
  return (
    <>
      <Favicon src={faviconUrl} />
      <TwoLines
        first={
          <span translate="no" className="font-medium font-mono text-sm">
            <Highlight text={shortCode} ranges={findInCode(shortCode, words)} />
          </span>
        }
        second={
          <>
            <Highlight text={host} ranges={ranges} />
            {hidden > 0 && "…"}
            <Highlight text={rest.slice(hidden)} ranges={ranges} offset={host.length + hidden} />
          </>
        }
      />
      {status !== "active" && <Badge variant={STATUS_BADGE[status]}>{status}</Badge>}
    </>
  );
}

function FoundPerson({ person, words }: { person: User; words: SearchedWords["people"] }) {
  const [name, email] = [userName(person), person.email];
  return (
    <>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-2xs text-accent-text uppercase"
      >
        {[...name][0]}
      </span>
      <TwoLines
        first={<Highlight text={name} ranges={findRanges(name, words)} />}
        second={<Highlight text={email} ranges={findRanges(email, words)} />}
      />
      {person.status !== "active" && <Badge variant={USER_STATUS_BADGE[person.status]}>{person.status}</Badge>}
    </>
  );
}

/** Two texts, on one line if there is room. */
function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span translate="no" className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
      <span className="max-w-full shrink-0 truncate sm:max-w-[60%]">{first}</span>{" "}
      <span className="min-w-0 truncate text-muted text-sm">{second}</span>
    </span>
  );
}
