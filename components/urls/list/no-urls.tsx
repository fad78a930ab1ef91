import { Link2 } from "lucide-react";
import { Button } from "@/components/ui/button/button";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";
import { asksForDeleted, isFiltered, NO_FILTERS, type UrlFilters } from "@/components/urls/list/url-filters";
import { plural } from "@/lib/format";

type NoUrlsProps = {
  filters: UrlFilters;
  /** Whether the server has not responded yet. */
  searching: boolean;
  onFilter: (filters: UrlFilters) => void;
};

export function NoUrls({ filters, searching, onFilter }: NoUrlsProps) {
  if (!isFiltered(filters)) {
    return (
      <EmptyState icon={Link2} title="No URLs found" description="Create your first link to track clicks.">
        <div className="flex flex-wrap justify-center gap-2">
          <CreateUrlButton variant="secondary" label="Create your first link" />
          <Button variant="ghost" onClick={() => onFilter({ ...NO_FILTERS, status: "deleted" })}>
            Show deleted links
          </Button>
        </div>
      </EmptyState>
    );
  }
  if (searching) return <NoMatch title="Searching..." description="" />;
  return (
    <NoMatch title="No URLs found" description={noMatchText(filters)}>
      {filters.text.trim() !== "" && !asksForDeleted(filters) && (
        <Button variant="secondary" onClick={() => onFilter({ ...filters, status: "deleted" })}>
          Search deleted links
        </Button>
      )}
    </NoMatch>
  );
}

/** How many rows are shown; empty if there are none before the server has searched for them. */
export function shownText(count: number, noun: string, searching: boolean): string {
  return count === 0 && searching ? "" : `Showing ${plural(count, noun)}`;
}

/** Why no link is listed. */
export function noMatchText({ text, ...others }: UrlFilters): string {
  const words = text.trim();
  if (words === "") return "No links match your filters.";
  return isFiltered({ ...others, text: "" })
    ? `No links match “${words}” with these filters.`
    : `No links match “${words}”.`;
}
