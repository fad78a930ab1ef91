"use client";

import { Link2, SearchX } from "lucide-react";
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

type UrlsNoMatchProps = { text: string; searching: boolean; onClear: () => void };

export function UrlsNoMatch({ text, searching, onClear }: UrlsNoMatchProps) {
  const what = text.trim();
  return (
    <EmptyState
      role="status"
      icon={SearchX}
      title={searching ? "Searching..." : "No URLs found"}
      description={
        what
          ? `No short code or destination that your filters let through contains “${what}”.`
          : "No short URL passes your filters."
      }
    >
      <Button variant="secondary" onClick={onClear}>
        Clear Filters
      </Button>
    </EmptyState>
  );
}
