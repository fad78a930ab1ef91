import { useState } from "react";
import { type AuditChange, type AuditValue, isSearched } from "@/components/audit/audit-changes";
import { cn } from "@/components/ui/cn";
import { findRanges } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";
import { LocalDateTime } from "@/components/ui/text/local-date";
import { cutText } from "@/lib/format";

const MAX_LENGTH = 300;

type AuditChangesProps = {
  changes: readonly AuditChange[];
  /** Search terms to highlight, in lower case. */
  searched?: readonly string[];
};

/** The changes of an entry, one per line. */
export function AuditChanges({ changes, searched = [] }: AuditChangesProps) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-0.5 @table:mt-0">
      {changes.map((change) => (
        <Change key={change.field} change={change} searched={isSearched(change) ? searched : []} />
      ))}
    </ul>
  );
}

/** Each value is set in its own direction. Otherwise two in Hebrew would change places, and the old one look like the new. */
function Change({ change, searched }: { change: AuditChange; searched: readonly string[] }) {
  const { field, before, after } = change;
  return (
    <li className="wrap-anywhere text-muted">
      {field && `${field}: `}
      {before !== undefined && (
        <del dir="auto" className={cn(after === undefined ? "line-through" : "no-underline")}>
          <Value value={before} searched={searched} />
        </del>
      )}
      {before !== undefined && after !== undefined && (
        <>
          {" "}
          <span aria-hidden>→</span>
          <span className="sr-only">became</span>{" "}
        </>
      )}
      {after !== undefined && (
        <ins dir="auto" className="text-ink no-underline">
          <Value value={after} searched={searched} />
        </ins>
      )}
    </li>
  );
}

function Value({ value, searched }: { value: AuditValue; searched: readonly string[] }) {
  if (typeof value !== "string") return <LocalDateTime {...value} />;
  return <Text text={value} searched={searched} />;
}

/** A long text is cut until it is opened, unless what is searched is in the rest. */
function Text({ text, searched }: { text: string; searched: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const ranges = findRanges(text, searched);
  const cut = cutText(text, MAX_LENGTH);
  if (cut === text || ranges.some(([, end]) => end > MAX_LENGTH)) {
    return <Highlight text={text} ranges={ranges} />;
  }
  return (
    <>
      <Highlight text={isOpen ? text : cut} ranges={ranges} />{" "}
      <button
        type="button"
        className="touch-target rounded-sm font-medium text-accent-text hover:underline"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Show less" : "Show all"}
      </button>
    </>
  );
}
