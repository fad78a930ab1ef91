import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { urlHref } from "@/components/audit/activity-address";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";
import { auditItemsQuery } from "@/components/audit/audit-queries";
import { searchedInChanges } from "@/components/audit/found-in-audit";
import type { SearchedWords } from "@/components/data/use-searched-words";
import { Button } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";
import { useRowActions } from "@/components/ui/table/row-actions";
import { Highlight } from "@/components/ui/text/highlight";
import { findInCode } from "@/components/urls/list/found-text";
import type { AuditEntry } from "@/lib/audit/types";

type AuditItemsProps = {
  entry: AuditEntry;
  groupNames: ReadonlyMap<string, string>;
  /** Search terms to highlight. */
  words: SearchedWords;
};

/** The links of a bulk change, loaded when they are shown. */
export function AuditItems({ entry, groupNames, words }: AuditItemsProps) {
  const [isOpen, setOpen] = useState(false);
  const items = useQuery({ ...auditItemsQuery(entry.id), enabled: isOpen });
  useRowActions({ open: () => setOpen(!isOpen) });
  return (
    <div className="mt-1.5 @table:mt-0">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        loading={items.isFetching}
        onClick={() => setOpen(!isOpen)}
        className="-ml-2"
      >
        <ChevronRight aria-hidden className={cn("size-4 transition-transform", isOpen && "rotate-90")} />
        <span>{`${isOpen ? "Hide" : "Show"} ${entry.subjectLabel}`}</span>
      </Button>
      {isOpen && items.isError && (
        <p role="alert" className="text-danger-text">
          The list could not be loaded.{" "}
          <button type="button" className="rounded-sm underline" onClick={() => void items.refetch()}>
            Try again
          </button>
        </p>
      )}
      {isOpen && items.data && (
        <ul
          aria-label={entry.subjectLabel}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="mt-1 grid max-h-96 gap-1 overflow-y-auto rounded-sm"
        >
          {items.data.map((item) => (
            <li key={item.id} className="wrap-anywhere">
              <Link
                href={urlHref(item.label)}
                prefetch={false}
                translate="no"
                className="rounded-sm font-mono text-ink underline decoration-muted/50 underline-offset-3 hover:decoration-current"
              >
                <Highlight text={item.label} ranges={findInCode(item.label, words.urls)} />
              </Link>
              <AuditChanges
                changes={auditChanges(item, groupNames)}
                searched={searchedInChanges(entry.subjectType, words)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
