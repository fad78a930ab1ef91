"use client";

import { Link2, SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { CreateUrlButton } from "@/components/urls/create-url-button";
import { isFiltered, type UrlFilters } from "@/components/urls/url-filters";

export function UrlsNone() {
  return (
    <EmptyState
      icon={Link2}
      title="No URLs found"
      description="Make your first short URL, and its clicks will be counted here."
    >
      <CreateUrlButton variant="secondary" label="Create your first one" />
    </EmptyState>
  );
}

/** @param filters that let nothing through */
export function UrlsNoMatch({ filters, searching }: { filters: UrlFilters; searching: boolean }) {
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
  const what = text.trim();
  if (what === "") return "No short URL passes your filters.";
  if (!isFiltered({ ...others, text: "" })) return `No short code or destination contains “${what}”.`;
  return `No short code or destination that your filters let through contains “${what}”.`;
}
