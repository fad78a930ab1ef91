"use client";

import type { UrlPage } from "@/components/data/query-options";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";

type UrlTableFooterProps = {
  shown: number;
  /** How many match, on the server too, as far as that is known. */
  matching: Pick<UrlPage, "total" | "hasMoreThanTotal"> | undefined;
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
};

export function UrlTableFooter({ shown, matching, hasMore, loadMore, loadingMore }: UrlTableFooterProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5 print:hidden">
      <p role="status">Showing {formatCount(shown)} URLs</p>
      {hasMore && (
        <div className="flex items-center gap-3">
          {matching && (
            <p>
              of {matching.hasMoreThanTotal && "more than "}
              {formatCount(matching.total)}
            </p>
          )}
          <Button size="sm" variant="secondary" loading={loadingMore} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
