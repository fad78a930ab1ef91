import { useRef } from "react";
import { CodeCard, type CodeContext } from "@/components/qr-codes/code-card";
import { useKeptFocus } from "@/components/ui/focus/use-kept-focus";
import type { TableSelection } from "@/components/ui/table/data-table-types";
import type { RowRegistry } from "@/components/ui/table/row-actions";
import { useGrowingList } from "@/components/ui/table/use-growing-list";
import { useRowKeys } from "@/components/ui/table/use-row-keys";
import type { QrCode } from "@/lib/qr/types";

type CodeListProps = {
  codes: readonly QrCode[];
  /** The number of codes, loaded or not; null if unknown. */
  count: number | null;
  context: CodeContext;
  selection: TableSelection<QrCode>;
};

/** Cards in a grid; on narrow screens, rows. Keyboard shortcuts work as in the rows of a table (decision 0153). */
export function CodeList({ codes, count, context, selection }: CodeListProps) {
  const list = useGrowingList(codes.length, { step: 48, aheadPx: 1_200 });
  const registry = useRef<RowRegistry>(new Map()).current;
  const keys = useRowKeys({ ...list, rows: codes, registry, selection, hasKeys: true });
  useKeptFocus(codes, list);
  return (
    <>
      <ul
        aria-label="QR codes"
        data-rows
        ref={list.bodyRef}
        onFocus={list.onFocus}
        onKeyDown={keys.onKeyDown}
        className="@table:grid @table:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] @table:gap-3 @table:border-line @table:border-t @table:p-5"
      >
        {codes.slice(0, list.shown).map((url, index) => (
          <CodeCard
            key={url.id}
            url={url}
            index={index}
            count={count}
            context={context}
            registry={registry}
            selection={selection.row}
            isSelected={selection.ids.has(url.id)}
          />
        ))}
      </ul>
      <div ref={list.endRef} />
      <p role="status" className="sr-only">
        {keys.announcement}
      </p>
    </>
  );
}
