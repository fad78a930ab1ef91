import type { InfiniteData, InfiniteQueryObserverResult } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { LeavingButton } from "@/components/ui/button/leaving-button";
import { formatTotal, type Total } from "@/lib/format";

type ListFooterProps = {
  /** Text with the number of rows shown. */
  children: ReactNode;
  more?: MoreRows;
  action?: ReactNode;
};

export type MoreRows = {
  /** The number of matching rows, including those not loaded; undefined if unknown. */
  matching: Total | undefined;
  hasMore: boolean;
  loadMore: () => void;
  /** Whether rows are fetched: more, or again after a change, which loading more would cancel. */
  isFetching: boolean;
};

type PagesQuery = Pick<
  InfiniteQueryObserverResult<InfiniteData<Total>>,
  "data" | "hasNextPage" | "fetchNextPage" | "isFetching"
>;

export function moreOf({ data, hasNextPage, fetchNextPage, isFetching }: PagesQuery): MoreRows {
  return { matching: data?.pages[0], hasMore: hasNextPage, loadMore: () => void fetchNextPage(), isFetching };
}

/** Footer of a list: the number of rows shown, and a button that loads more. */
export function ListFooter({ children, more, action }: ListFooterProps) {
  const lastRow = useRef<Element>(undefined);
  const onLoadMore = ({ currentTarget }: MouseEvent) => {
    lastRow.current = [...(currentTarget.closest("section")?.querySelectorAll("[data-index]") ?? [])].at(-1);
    more?.loadMore();
  };
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5 print:hidden">
      <p role="status">
        <span>{children}</span>
        {more?.hasMore && more.matching && <span>{` of ${formatTotal(more.matching)}`}</span>}
      </p>
      {more?.hasMore && (
        <LeavingButton
          variant="secondary"
          loading={more.isFetching}
          onClick={onLoadMore}
          // The first of the new rows, if it is rendered.
          findNext={() => lastRow.current?.nextElementSibling?.closest<HTMLElement>("[data-index]")}
        >
          Load more
        </LeavingButton>
      )}
      {action}
    </div>
  );
}
