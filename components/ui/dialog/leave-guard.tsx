import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { navigationOf, useLeaveGuard } from "@/components/ui/dialog/use-leave-guard";

/**
 * Confirms leaving the page by a link or, in browsers that support it, by going back or forward (decision 0065). The
 * browser itself confirms closing and reloading.
 */
export function LeaveGuard({ active }: { active: boolean }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const isConfirmed = useRef(false);

  const onStep = (step: NavigateEvent) => {
    if (isConfirmed.current || !leavesPage(step.destination.url)) return;
    step.preventDefault();
    setLeaving({ entry: step.destination.key });
  };
  useLeaveGuard(active, onStep, { isConfirmed });
  useEffect(() => {
    if (!active) return;
    LazyConfirmDialog.intent.onFocus();
    isConfirmed.current = false;
    const onClick = (event: MouseEvent) => {
      const href = leavingHref(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ href });
    };
    // In the capture phase, before the link handles it.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [active]);

  const onConfirm = () => {
    isConfirmed.current = true;
    if (leaving && "href" in leaving) router.push(leaving.href);
    if (leaving && "entry" in leaving) navigationOf(window)?.traverseTo(leaving.entry);
    setLeaving(null);
  };

  return (
    <LazyConfirmDialog
      open={leaving !== null}
      onOpenChange={() => setLeaving(null)}
      title="Leave without saving?"
      description="Your changes have not been saved."
      confirmLabel="Discard changes"
      onConfirm={onConfirm}
    />
  );
}

/** The destination: a path, or the key of a history entry. */
type Leaving = { href: string } | { entry: string };

function leavesPage(url: string): boolean {
  return new URL(url).pathname !== window.location.pathname;
}

/** Where a plain click on a link leads within the application; null if it does not leave the page. */
function leavingHref(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  if (link.origin !== window.location.origin || link.pathname === window.location.pathname) return null;
  return link.pathname + link.search + link.hash;
}
