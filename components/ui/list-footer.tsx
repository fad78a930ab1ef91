import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatTotal, type Total } from "@/lib/format";

type ListFooterProps = {
  /** How many match, on the server too, as far as that is known. */
  matching: Total | undefined;
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
  /** How many are shown, in words. */
  children: ReactNode;
};

/** Under a list: how many are shown, and the way to more. */
export function ListFooter({ matching, hasMore, loadMore, loadingMore, children }: ListFooterProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5 print:hidden">
      <p role="status">{children}</p>
      {hasMore && (
        <div className="flex items-center gap-3">
          {matching && <p>of {formatTotal(matching)}</p>}
          <Button size="sm" variant="secondary" loading={loadingMore} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
