"use client";

import { X } from "lucide-react";
import {
  type AuditFilters,
  isFiltered,
  NO_FILTERS,
  SINCE_OPTIONS,
  SUBJECT_OPTIONS,
} from "@/components/audit/audit-filters";
import { auditToolbarClasses } from "@/components/audit/audit-layout";
import { Button } from "@/components/ui/button";
import { FilterSelect } from "@/components/ui/filter-select";

type AuditToolbarProps = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

export function AuditToolbar({ filters, onChange }: AuditToolbarProps) {
  const { subjectType, since, actor } = filters;
  return (
    <div className={auditToolbarClasses.toolbar}>
      <FilterSelect
        label="Filter by what was changed"
        value={subjectType}
        onChange={(value) => onChange({ ...filters, subjectType: value })}
        options={SUBJECT_OPTIONS}
        className={auditToolbarClasses.filter}
      />
      <FilterSelect
        label="Filter by time"
        value={since}
        onChange={(value) => onChange({ ...filters, since: value })}
        options={SINCE_OPTIONS}
        className={auditToolbarClasses.filter}
      />
      {actor && (
        <Button
          variant="secondary"
          aria-label={`Only what ${actor.label} did: show everybody's`}
          onClick={() => onChange({ ...filters, actor: null })}
          className="col-span-2 min-w-0"
        >
          <span className="truncate">{actor.label}</span>
          <X aria-hidden className="size-4" strokeWidth={1.75} />
        </Button>
      )}
      {isFiltered(filters) && (
        <Button variant="ghost" className="col-span-2" onClick={() => onChange(NO_FILTERS)}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
