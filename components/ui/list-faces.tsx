import { TriangleAlert } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export type ListFailure = { title: string; onRetry: () => void; retrying: boolean };

type RetriableQuery = { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };

/**
 * @param title shown if one of the queries failed
 * @param queries false stands for a query that was not made
 */
export function toListFailure(title: string, ...queries: (RetriableQuery | false)[]): ListFailure | undefined {
  const made = queries.filter((query) => query !== false);
  const failed = made.filter(({ isError }) => isError);
  if (failed.length === 0) return undefined;
  const onRetry = () => failed.forEach((query) => void query.refetch());
  return { title, onRetry, retrying: made.some(({ isFetching }) => isFetching) };
}

/** Shown instead of a list that could not be loaded. */
export function ListFailed({ title, ...retry }: ListFailure) {
  return (
    <EmptyState role="alert" icon={TriangleAlert} title={title} description="Check your connection and try again.">
      <RetryButton {...retry} />
    </EmptyState>
  );
}

/** Shown above rows that could not be refreshed. */
export function ListOutdated({ title, ...failure }: ListFailure) {
  return <ListIncomplete {...failure} title={`${title}. What you see may be out of date`} />;
}

/** Shown beside rows if others could not be loaded. */
export function ListIncomplete({ title, ...retry }: ListFailure) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 border-line border-t bg-danger-soft px-4 py-2 text-base text-ink @table:px-5"
    >
      <p>{title}.</p>
      <RetryButton size="sm" {...retry} />
    </div>
  );
}

type RetryProps = Omit<ListFailure, "title"> & { size?: "sm" };

/**
 * A button loses the focus when it is disabled while it retries. Afterwards it gets the focus back, or once it is gone,
 * the card or page with the list.
 */
function RetryButton({ retrying, onRetry, size }: RetryProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    const element = button.current;
    const homes = [element?.closest("section"), element?.closest("main")];
    return () => {
      const { activeElement, body } = document;
      if (!wasPressed.current || (activeElement !== body && activeElement !== element)) return;
      // By then, the card may be gone too.
      queueMicrotask(() => focusFirst(homes));
    };
  }, []);
  useEffect(() => {
    if (!retrying && wasPressed.current && document.activeElement === document.body) button.current?.focus();
  }, [retrying]);
  return (
    <Button
      ref={button}
      size={size}
      variant="secondary"
      loading={retrying}
      onClick={() => {
        wasPressed.current = true;
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}

function focusFirst(elements: (HTMLElement | null | undefined)[]): void {
  const home = elements.find((element) => element?.isConnected);
  if (!home) return;
  home.tabIndex = -1;
  home.focus({ preventScroll: true });
}
