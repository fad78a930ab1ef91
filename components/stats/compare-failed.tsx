import { SearchX } from "lucide-react";
import { ApiError } from "@/components/data/api";
import { LeavingButton } from "@/components/ui/button/leaving-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, type ListFailure } from "@/components/ui/table/list-states";

type CompareFailedProps = { error: unknown; failure: ListFailure; onStartOver: () => void };

/**
 * Shown instead of a comparison that failed. One of its links may no longer be visible, so trying again wouldn't help.
 */
export function CompareFailed({ error, failure, onStartOver }: CompareFailedProps) {
  if (!(error instanceof ApiError && error.status === 404)) return <ListFailed {...failure} />;
  return (
    <EmptyState
      role="alert"
      icon={SearchX}
      title={failure.title}
      description="You can no longer see at least one of them. Start over with other links."
    >
      <LeavingButton variant="secondary" onClick={onStartOver} findNext={(home) => home.querySelector("section")}>
        Start over
      </LeavingButton>
    </EmptyState>
  );
}
