import { useEffect, useRef, useState } from "react";
import { useFirstRows } from "@/components/ui/table/first-rows";
import { useFocusRow } from "@/components/ui/table/use-focus-row";

type Options = {
  /** How many more entries are rendered at a time. */
  step: number;
  /** How far below the window the list is rendered. */
  aheadPx: number;
};

/**
 * Renders a long list in a grid step by step, as its end comes near the window. Put `bodyRef` and `onFocus` on the
 * container, `data-index` on each entry and `endRef` on an element below the last one.
 */
export function useGrowingList(count: number, { step, aheadPx }: Options) {
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
      ([entry]) => entry?.isIntersecting && setShown((before) => before + step),
      { rootMargin: `${aheadPx}px 0px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [shown, hasMore, step, aheadPx]);

  return {
    shown: Math.min(shown, count),
    bodyRef,
    endRef,
    lastFocused,
    focusRow: useFocusRow(bodyRef, (index) => setShown((before) => Math.max(before, index + step))),
    onFocus: ({ target }: { target: Element }) => {
      const entry = bodyRef.current?.contains(target) ? target.closest<HTMLElement>("[data-index]") : null;
      if (entry) lastFocused.current = Number(entry.dataset.index);
    },
  };
}
