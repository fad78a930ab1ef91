import { useEffect, useRef, useState } from "react";
import { CodeCard, type CodeContext } from "@/components/qr-codes/code-card";
import type { TableSelection } from "@/components/ui/data-table-types";
import { useFirstRows } from "@/components/ui/first-rows";
import type { RowRegistry } from "@/components/ui/row-actions";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useFocusRow } from "@/components/ui/use-virtual-rows";
import type { QrCode } from "@/lib/qr/types";

type CodeListProps = { codes: readonly QrCode[]; context: CodeContext; selection: TableSelection<QrCode> };

/** Cards in a grid; on narrow screens, rows. Keyboard shortcuts work as in the rows of a table (decision 0153). */
export function CodeList({ codes, context, selection }: CodeListProps) {
  const list = useGrowingList(codes.length);
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

/** How many more entries are rendered at a time. */
const STEP = 48;
/** How far below the window the list is rendered. */
const AHEAD_PX = 1_200;

/**
 * Renders a long list in a grid step by step, as its end comes near the window. Put `bodyRef` and `onFocus` on the
 * container, `data-index` on each entry and `endRef` on an element below the last one.
 */
function useGrowingList(count: number) {
  const [shown, setShown] = useState(useFirstRows());
  const bodyRef = useRef<HTMLUListElement>(null);
  const endRef = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<number | null>(null);
  const hasMore = shown < count;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer tells where its target is when it begins
  useEffect(() => {
    const end = endRef.current;
    if (!end || !hasMore) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setShown((before) => before + STEP),
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [shown, hasMore]);

  return {
    shown: Math.min(shown, count),
    bodyRef,
    endRef,
    lastFocused,
    focusRow: useFocusRow(bodyRef, (index) => setShown((before) => Math.max(before, index + STEP))),
    onFocus: ({ target }: { target: Element }) => {
      const entry = bodyRef.current?.contains(target) ? target.closest<HTMLElement>("[data-index]") : null;
      if (entry) lastFocused.current = Number(entry.dataset.index);
    },
  };
}
