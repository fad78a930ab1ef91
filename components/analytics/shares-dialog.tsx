import { type ReactNode, useState } from "react";
import { findShares, type Share, withOther } from "@/components/analytics/breakdown";
import { ShareList } from "@/components/analytics/share-list";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { ListFailed, type ListFailure } from "@/components/ui/list-faces";
import { SearchField } from "@/components/ui/search-field";
import { Skeleton } from "@/components/ui/skeleton";
import type { DialogState } from "@/components/ui/use-return-focus";
import { formatCount, plural } from "@/lib/format";

/** Longer lists can be searched. */
const MAX_WITHOUT_SEARCH = 10;

export type SharesDialogProps = DialogState & {
  title: string;
  /** As text. */
  period: string;
  /** All entries; undefined while they load. */
  shares: readonly Share[] | undefined;
  total: number;
  failure?: ListFailure;
  footer?: ReactNode;
};

/** A whole breakdown, of which a card shows the first entries. */
export function SharesDialog({ title, period, total, shares, failure, footer, ...state }: SharesDialogProps) {
  return (
    <Dialog {...state} title={title} description={`${period}, ${plural(total, "click")}`} className="sm:max-w-lg">
      <Content {...{ title, total, shares, failure, footer }} />
    </Dialog>
  );
}

type ContentProps = Omit<SharesDialogProps, keyof DialogState | "period">;

/** Its search starts empty each time the dialog opens. */
function Content({ title, shares, total, failure, footer }: ContentProps) {
  const [text, setText] = useState("");
  const isSearching = text.trim() !== "";
  const found = shares && (isSearching ? findShares(shares, text) : withOther(shares, total));
  return (
    <>
      {shares && shares.length > MAX_WITHOUT_SEARCH && (
        <div className="border-line border-b px-4 py-3 sm:px-5">
          <SearchField inDialog label={`Search ${title}`} placeholder="Search" value={text} onChange={setText} />
        </div>
      )}
      <p role="status" className="sr-only">
        {isSearching &&
          found &&
          shares &&
          `${formatCount(found.length)} of ${plural(shares.length, "entry", "entries")}`}
      </p>
      {/* Focusable, so that the keyboard can scroll it. */}
      <DialogBody tabIndex={0} role="region" aria-label={title} className="block p-0">
        {found && <ShareList shares={found} empty={isSearching ? `No entries match “${text.trim()}”.` : undefined} />}
        {!found && failure && <ListFailed {...failure} />}
        {!found && !failure && <Loading />}
        {footer && <div className="px-5 pb-4 text-muted text-xs">{footer}</div>}
      </DialogBody>
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-5 p-5">
      <span className="sr-only">Loading...</span>
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} className="w-full" />
      ))}
    </div>
  );
}
