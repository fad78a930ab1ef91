"use client";

import { X } from "lucide-react";
import {
  type AuditFilters,
  isFiltered,
  NO_FILTERS,
  SINCE_OPTIONS,
  SUBJECT_OPTIONS,
} from "@/components/audit/audit-filters";
import { auditFilterClass } from "@/components/audit/audit-layout";
import { Button } from "@/components/ui/button";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";

type AuditToolbarProps = { filters: AuditFilters; actorLabel: string; onChange: (filters: AuditFilters) => void };

export function AuditToolbar({ filters, actorLabel, onChange }: AuditToolbarProps) {
  const { subjectType, since, actor } = filters;
  return (
    <ListToolbar isFiltered={isFiltered(filters)} onClear={() => onChange(NO_FILTERS)}>
      <FilterSelect
        label="Filter by type"
        value={subjectType}
        onChange={(value) => onChange({ ...filters, subjectType: value })}
        options={SUBJECT_OPTIONS}
        className={auditFilterClass}
      />
      <FilterSelect
        label="Filter by time"
        value={since}
        onChange={(value) => onChange({ ...filters, since: value })}
        options={SINCE_OPTIONS}
        className={auditFilterClass}
      />
      {actor && (
        <Button
          variant="secondary"
          aria-label={`Remove filter: ${actorLabel}`}
          onClick={() => onChange({ ...filters, actor: null })}
          className="col-span-2 min-w-0"
        >
          <span className="truncate">{actorLabel}</span>
          <X aria-hidden className="size-4" strokeWidth={1.75} />
        </Button>
      )}
    </ListToolbar>
  );
}
