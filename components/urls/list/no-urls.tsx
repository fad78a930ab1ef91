import { Link2 } from "lucide-react";
import { Button } from "@/components/ui/button/button";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import { CreateUrlButton } from "@/components/urls/create/create-url-button";
import { isFiltered, type UrlFilters } from "@/components/urls/list/url-filters";

type NoUrlsProps = {
  filters: UrlFilters;
  /** Whether the server has not responded yet. */
  searching: boolean;
  onShowDeleted: () => void;
};

export function NoUrls({ filters, searching, onShowDeleted }: NoUrlsProps) {
  if (!isFiltered(filters)) {
    return (
      <EmptyState icon={Link2} title="No URLs found" description="Create your first link to track clicks.">
        <div className="flex flex-wrap justify-center gap-2">
          <CreateUrlButton variant="secondary" label="Create your first link" />
          <Button variant="ghost" onClick={onShowDeleted}>
            Show deleted links
          </Button>
        </div>
      </EmptyState>
    );
  }
  return <NoMatch title={searching ? "Searching..." : "No URLs found"} description={noMatchText(filters)} />;
}

/** Why no link is listed. */
export function noMatchText({ text, ...others }: UrlFilters): string {
  const words = text.trim();
  if (words === "") return "No links match your filters.";
  return isFiltered({ ...others, text: "" })
    ? `No links match “${words}” with these filters.`
    : `No links match “${words}”.`;
}
