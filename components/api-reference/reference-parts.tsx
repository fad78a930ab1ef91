import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { ReferenceField } from "@/lib/public-api/types";

export function MethodTag({ method, className }: { method: string; className?: string }) {
  return (
    <span className={cn("inline-block shrink-0 font-medium font-mono text-accent-text text-xs", className)}>
      {method}
    </span>
  );
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code translate="no" className="wrap-anywhere font-mono text-ink text-sm">
      {children}
    </code>
  );
}

/** Renders the parts of a text between backticks as code. */
export function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part));
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-medium text-muted text-sm">{title}</h3>
      {children}
    </section>
  );
}

type FieldsProps = {
  fields: (ReferenceField & { location?: string })[];
  /** Fields of a response are not marked as required. */
  isResponse?: boolean;
};

export function Fields({ fields, isResponse }: FieldsProps) {
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {fields.map(({ name, location, type, isRequired, description }) => (
        <div
          key={`${location} ${name}`}
          className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]"
        >
          <dt className="min-w-0">
            <span translate="no" className="break-words font-mono text-ink text-sm">
              {name}
            </span>
            {location && <span className="ml-2 text-muted text-xs">{location}</span>}
            {isRequired && !isResponse && <span className="ml-2 text-danger-text text-xs">required</span>}
          </dt>
          <dd className="min-w-0 break-words text-base text-muted">
            {description && <p className="text-ink">{withCode(description)}</p>}
            <p className="text-sm">{type}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
