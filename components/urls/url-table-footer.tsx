import { formatCount } from "@/lib/format";

type UrlTableFooterProps = {
  shown: number;
  /** How many the browser holds, of how many there are. */
  held: number;
  total: number;
};

export function UrlTableFooter({ shown, held, total }: UrlTableFooterProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5">
      <p role="status">Showing {formatCount(shown)} URLs</p>
      {total > held && <p>The newest of {formatCount(total)}. Search to find the others.</p>}
    </div>
  );
}
