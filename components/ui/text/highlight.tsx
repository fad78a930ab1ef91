import { Fragment } from "react";
import type { TextRange } from "@/components/ui/text/find-ranges";

type HighlightProps = {
  text: string;
  /** Ranges to highlight; from findRanges. */
  ranges: readonly TextRange[];
  /** Index of this text in the searched one. */
  offset?: number;
};

/** A text with highlighted parts. Not translated: it is a name or an address, and React replaces its parts. */
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
    <span translate="no">
      {parts.map(({ start, before, marked }) => (
        <Fragment key={start}>
          {before}
          <mark className="rounded-xs bg-accent-soft text-ink">{marked}</mark>
        </Fragment>
      ))}
      {text.slice(done)}
    </span>
  );
}
