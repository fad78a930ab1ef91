import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button/button";
import { EmptyState } from "@/components/ui/empty-state";

export type ListFailure = {
  title: string;
  /** The server's message, if it sent one that helps. */
  reason?: string | undefined;
  onRetry: () => void;
  retrying: boolean;
};

export type RetriableQuery = {
  isError: boolean;
  error: { message: string; serverMessage?: string | undefined } | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * @param title shown if one of the queries failed
 * @param queries false stands for a query that was not made
 */
export function toListFailure(title: string, ...queries: (RetriableQuery | false)[]): ListFailure | undefined {
  const made = queries.filter((query) => query !== false);
  const failed = made.filter(({ isError }) => isError);
  const [first] = failed;
  if (!first) return undefined;
  const onRetry = () => failed.forEach((query) => void query.refetch());
  const retrying = made.some(({ isFetching }) => isFetching);
  return { title, reason: first.error?.serverMessage, onRetry, retrying };
}

/** Shown instead of a list that could not be loaded. */
export function ListFailed({ title, reason, ...retry }: ListFailure) {
  const description = reason ?? "Check your connection and try again.";
  return (
    <EmptyState role="alert" icon={TriangleAlert} title={title} description={description}>
      <RetryButton {...retry} />
    </EmptyState>
  );
}

/** Shown above rows that could not be refreshed. */
export function ListOutdated({ title, ...failure }: ListFailure) {
  return <ListIncomplete {...failure} title={`${title}. What you see may be out of date`} />;
}

/** Shown beside rows if others could not be loaded. */
export function ListIncomplete({ title, reason = "", ...retry }: ListFailure) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 border-line border-t bg-danger-soft px-4 py-2 text-base text-ink @table:px-5"
    >
      <p>{`${title}. ${reason}`}</p>
      <RetryButton size="sm" {...retry} />
    </div>
  );
}

type RetryProps = Omit<ListFailure, "title" | "reason"> & { size?: "sm" };

/** Repeats what failed. */
export function RetryButton({ retrying, onRetry, size }: RetryProps) {
  return (
    <Button size={size} variant="secondary" loading={retrying} onClick={onRetry}>
      Try again
    </Button>
  );
}
