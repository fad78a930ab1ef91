"use client";

import { useCallback, useState } from "react";

export const ROWS_PER_STEP = 100;

/**
 * How many rows of a long list to render: a step at first, another whenever the end comes near.
 * Put `ref` on an element after the last row.
 */
export function useProgressiveCount(total: number) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const ref = useCallback(
    (end: HTMLElement | null) => {
      if (!end || count >= total) return;
      const observer = new IntersectionObserver(
        ([entry]) => entry?.isIntersecting && setCount((shown) => shown + ROWS_PER_STEP),
        { rootMargin: "1200px" },
      );
      observer.observe(end);
      return () => observer.disconnect();
    },
    [count, total],
  );
  return { count: Math.min(count, total), ref };
}
