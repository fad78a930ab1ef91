"use client";

import { Link2, SearchX, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { CreateUrlButton } from "@/components/urls/create-url-button";

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

type UrlsNoMatchProps = { search: string; searching: boolean; onClear: () => void };

export function UrlsNoMatch({ search, searching, onClear }: UrlsNoMatchProps) {
  return (
    <EmptyState
      role="status"
      icon={SearchX}
      title={searching ? "Searching..." : "No URLs found"}
      description={`No short code or destination contains “${search.trim()}”.`}
    >
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}

type RetryProps = { onRetry: () => void; retrying: boolean };

export function UrlsFailed({ onRetry, retrying }: RetryProps) {
  return (
    <EmptyState
      role="alert"
      icon={TriangleAlert}
      title="Your URLs could not be loaded"
      description="Nothing is lost. Check your connection and try again."
    >
      <Button variant="secondary" loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** Above rows that are there, but could not be brought up to date after a change. */
export function UrlsOutdated({ onRetry, retrying }: RetryProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 border-line border-t bg-danger-soft px-4 py-2 text-base text-ink @table:px-5"
    >
      This list could not be refreshed. What it shows may be out of date.
      <Button size="sm" variant="secondary" loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
