import { X } from "lucide-react";
import { DIMENSION_LABELS, valueLabel } from "@/components/stats/stats-text";
import { LeavingButton } from "@/components/ui/button/leaving-button";
import { useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { formatDay } from "@/lib/format";
import { MAX_FILTERS, type StatFilter, type Stats } from "@/lib/stats/types";

type FilterChipsProps = {
  filters: readonly StatFilter[];
  onChange: (filters: readonly StatFilter[]) => void;
  stats: Pick<Stats, "from" | "filterableFrom"> | undefined;
};

/** The active filters; each chip removes its filter. */
export function FilterChips({ filters, onChange, stats }: FilterChipsProps) {
  if (filters.length === 0) return null;
  const note = stats && storedNote(stats);
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {filters.map((filter, index) => (
        <Chip
          key={filter.by}
          filter={filter}
          index={index}
          onRemove={() => onChange(filters.filter((other) => other.by !== filter.by))}
        />
      ))}
      {filters.length > 1 && (
        <LeavingButton variant="ghost" size="sm" onClick={() => onChange([])} findNext={findTotals}>
          Clear Filters
        </LeavingButton>
      )}
      {filters.length === MAX_FILTERS && (
        <p className="text-muted text-sm print:hidden">Up to {MAX_FILTERS} filters at a time.</p>
      )}
      {note && <p className="text-muted text-sm">{note}</p>}
    </section>
  );
}

/** Note about clicks of the range that are no longer stored, and so left out by filters. */
function storedNote({ from, filterableFrom }: Pick<Stats, "from" | "filterableFrom">): string | null {
  if (filterableFrom === null) return "Filters can't count these clicks: they are no longer stored individually.";
  return from <= filterableFrom ? `Filters cover clicks since ${formatDay(filterableFrom)}.` : null;
}

/** Without filters, the first card below them. */
function findTotals(home: HTMLElement): HTMLElement | null {
  return home.querySelector("section");
}

type ChipProps = { filter: StatFilter; index: number; onRemove: () => void };

function Chip({ filter, index, onRemove }: ChipProps) {
  const ref = useHandedFocus<HTMLButtonElement>((home) => {
    const chips = home.querySelectorAll<HTMLElement>("[data-chip]");
    return chips[index] ?? chips[chips.length - 1] ?? findTotals(home);
  });
  const name = DIMENSION_LABELS[filter.by].one;
  const value = valueLabel(filter);
  return (
    <button
      ref={ref}
      type="button"
      data-chip
      data-print
      aria-label={`Remove filter: ${name} ${value}`}
      onClick={onRemove}
      className="inline-flex h-8 pointer-coarse:h-10 min-w-0 max-w-full items-center gap-1.5 rounded-full border border-accent/40 bg-accent-soft pr-2 pl-3 text-accent-text text-sm hover:border-accent"
    >
      <span>{name}:</span>
      <span className="min-w-0 truncate font-medium" title={value} suppressHydrationWarning>
        {value}
      </span>
      <X aria-hidden className="size-3.5 shrink-0 print:hidden" />
    </button>
  );
}
