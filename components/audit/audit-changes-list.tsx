import type { AuditChange } from "@/components/audit/audit-changes";
import { cn } from "@/components/ui/cn";

/** The changes of an entry, one per line. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-0.5 @table:mt-0">
      {changes.map((change) => (
        <li key={change.field} className="wrap-anywhere text-muted">
          {change.field && `${change.field}: `}
          {change.before !== undefined && (
            <del className={cn(change.after === undefined ? "line-through" : "no-underline")}>{change.before}</del>
          )}
          {change.before !== undefined && change.after !== undefined && (
            <>
              {" "}
              <span aria-hidden>→</span>
              <span className="sr-only">became</span>{" "}
            </>
          )}
          {change.after !== undefined && <ins className="text-ink no-underline">{change.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
