"use client";

import { Link2, SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { CreateUrlButton } from "@/components/urls/create-url-button";
import { isFiltered, type UrlFilters } from "@/components/urls/url-filters";

/** @param searching the server has not answered yet */
export function NoUrls({ filters, searching }: { filters: UrlFilters; searching: boolean }) {
  if (!isFiltered(filters)) {
    return (
      <EmptyState icon={Link2} title="No URLs found" description="Create your first link to track clicks.">
        <CreateUrlButton variant="secondary" label="Create your first link" />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      role="status"
      icon={SearchX}
      title={searching ? "Searching..." : "No URLs found"}
      description={noMatchText(filters)}
    />
  );
}

function noMatchText({ text, ...others }: UrlFilters): string {
  const words = text.trim();
  if (words === "") return "No links match your filters.";
  return isFiltered({ ...others, text: "" })
    ? `No links match “${words}” with these filters.`
    : `No links match “${words}”.`;
}
