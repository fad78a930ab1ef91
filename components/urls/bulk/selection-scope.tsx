import { useMutation } from "@tanstack/react-query";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button/button";
import { formatCount, formatTotal, plural, type Total } from "@/lib/format";
import { BULK_MAX_URLS } from "@/lib/urls/types";

export type SelectionScopeProps = {
  selected: number;
  /** Whether every selectable row shown is selected. */
  isAllShown: boolean;
  /** Whether the rows shown are all matching links. */
  hasAllMatching: boolean;
  /** The number of matching links, if more than are shown. */
  matching: Total | undefined;
  /** Selects every selectable row shown. Narrow screens have no heading with a checkbox for that. */
  onSelectShown: () => void;
  /** Selects all matching links, up to BULK_MAX_URLS. */
  onSelectMatching: () => Promise<void>;
};

/** The number of selected links, and whether these are all rows shown or all matching links. */
export function SelectionScope(props: SelectionScopeProps) {
  const { selected, isAllShown, matching, onSelectShown, onSelectMatching } = props;
  const selectMatching = useMutation({
    mutationFn: onSelectMatching,
    onError: (error) => toastError(error, "Your URLs could not be loaded"),
  });
  return (
    <div className="flex grow flex-wrap items-center gap-x-2 px-2.5">
      <p role="status" className="font-medium text-base text-ink tabular-nums">
        <span>{`${plural(selected, "URL")} selected`}</span>
        {isAllShown && <span className="font-normal text-muted">{`: ${scopeText(props)}`}</span>}
      </p>
      {!isAllShown && (
        <Button size="sm" variant="secondary" onClick={onSelectShown}>
          Select all shown
        </Button>
      )}
      {isAllShown && matching && selected < BULK_MAX_URLS && (
        <Button
          size="sm"
          variant="secondary"
          loading={selectMatching.isPending}
          onClick={() => selectMatching.mutate()}
        >
          {offerText(matching)}
        </Button>
      )}
    </div>
  );
}

function scopeText({ selected, hasAllMatching, matching }: SelectionScopeProps): string {
  if (hasAllMatching) return "all that match";
  return !matching || selected < BULK_MAX_URLS
    ? "all rows shown"
    : `the first ${formatCount(BULK_MAX_URLS)} that match`;
}

function offerText(matching: Total): string {
  const isTooMany = matching.hasMoreThanTotal || matching.total > BULK_MAX_URLS;
  if (!isTooMany) return `Select all ${formatTotal(matching)} that match`;
  return `Select up to ${formatCount(BULK_MAX_URLS)} that match`;
}
