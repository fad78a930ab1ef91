import { X } from "lucide-react";
import {
  ACTION_OPTIONS,
  type AuditFilters,
  isFiltered,
  NO_FILTERS,
  RANGE,
  SINCE_OPTIONS,
  SUBJECT_OPTIONS,
} from "@/components/audit/audit-filters";
import { auditFilterClass, auditSearchClass, auditTimeClass } from "@/components/audit/audit-layout";
import { FIRST_DAY, LAST_DAY } from "@/components/data/address";
import { LeavingButton } from "@/components/ui/button/leaving-button";
import { DateInput } from "@/components/ui/form/date-input";
import { SearchField } from "@/components/ui/form/search-field";
import { FilterSelect } from "@/components/ui/table/filter-select";
import { ListToolbar } from "@/components/ui/table/list-toolbar";

type AuditToolbarProps = {
  filters: AuditFilters;
  actorLabel: string;
  /** Whether the server is searching. */
  busy: boolean;
  onChange: (filters: AuditFilters) => void;
};

export function AuditToolbar({ filters, actorLabel, busy, onChange }: AuditToolbarProps) {
  const { text, subjectType, action, since, actor } = filters;
  const change = (changed: Partial<AuditFilters>) => onChange({ ...filters, ...changed });
  return (
    <ListToolbar isFiltered={isFiltered(filters)} onClear={() => onChange(NO_FILTERS)}>
      <SearchField
        label="Search the audit log"
        placeholder="Short URL or person"
        value={text}
        onChange={(value) => change({ text: value })}
        busy={busy}
        className={auditSearchClass}
      />
      <FilterSelect
        label="Filter by type"
        value={subjectType}
        onChange={(value) => change({ subjectType: value })}
        options={SUBJECT_OPTIONS}
        className={auditFilterClass}
      />
      <FilterSelect
        label="Filter by action"
        value={action}
        onChange={(value) => change({ action: value })}
        options={ACTION_OPTIONS}
        className={auditFilterClass}
      />
      <FilterSelect
        label="Filter by time"
        value={since}
        onChange={(value) => change({ since: value, from: "", to: "" })}
        options={SINCE_OPTIONS}
        className={auditTimeClass}
      />
      {since === RANGE && <DateRange filters={filters} onChange={change} />}
      {actor && (
        <LeavingButton
          variant="secondary"
          aria-label={`Remove filter: ${actorLabel}`}
          onClick={() => onChange({ ...filters, actor: null })}
          findNext={(home) => home.querySelector<HTMLElement>("[type=search]")}
          className="col-span-2 min-w-0"
        >
          <span className="truncate">{actorLabel}</span>
          <X aria-hidden className="size-4" strokeWidth={1.75} />
        </LeavingButton>
      )}
    </ListToolbar>
  );
}

type DateRangeProps = {
  filters: Pick<AuditFilters, "from" | "to">;
  onChange: (changed: Partial<AuditFilters>) => void;
};

/** Days in the installation's time zone, as in Analytics. */
function DateRange({ filters: { from, to }, onChange }: DateRangeProps) {
  return (
    <div className="col-span-2 grid gap-2 @table:flex">
      <DateInput
        label="From"
        day={from}
        min={FIRST_DAY}
        max={to || LAST_DAY}
        onChange={(day) => onChange({ from: day })}
      />
      <DateInput label="To" day={to} min={from || FIRST_DAY} max={LAST_DAY} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}
