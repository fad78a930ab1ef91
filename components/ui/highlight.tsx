import { Fragment } from "react";
import type { TextRange } from "@/components/ui/find-ranges";

type HighlightProps = {
  text: string;
  /** What to mark; from findRanges. */
  ranges: readonly TextRange[];
  /** Where the text begins in the one that was searched. */
  offset?: number;
};

/** A text with parts of it marked. */
export function Highlight({ text, ranges, offset = 0 }: HighlightProps) {
  let done = 0;
  const parts = ranges.flatMap(([from, to]) => {
    const start = Math.max(from - offset, done);
    const end = Math.min(to - offset, text.length);
    if (start >= end) return [];
    const before = text.slice(done, start);
    done = end;
    return { start, before, marked: text.slice(start, end) };
  });
  return (
    <>
      {parts.map(({ start, before, marked }) => (
        <Fragment key={start}>
          {before}
          <mark className="rounded-xs bg-accent-soft text-ink">{marked}</mark>
        </Fragment>
      ))}
      {text.slice(done)}
    </>
  );
}
