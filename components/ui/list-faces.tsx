"use client";

import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type RetryProps = { onRetry: () => void; retrying: boolean };

/** In place of a list that could not be loaded. */
export function ListFailed({ title, onRetry, retrying }: RetryProps & { title: string }) {
  return (
    <EmptyState
      role="alert"
      icon={TriangleAlert}
      title={title}
      description="Nothing is lost. Check your connection and try again."
    >
      <Button variant="secondary" loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** Above rows that are there, but could not be brought up to date after a change. */
export function ListOutdated({ onRetry, retrying }: RetryProps) {
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
