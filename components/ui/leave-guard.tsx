"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

/**
 * Asks before the page is left by a link, and has the browser ask before it is closed or loaded anew. Going
 * back in the history is not asked about: the browser tells of it when it has happened.
 */
export function LeaveGuard({ active }: { active: boolean }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = leavingHref(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    window.addEventListener("beforeunload", onUnload);
    // Before the link itself hears of it.
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [active]);

  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={() => setTarget(null)}
      title="Leave without saving?"
      description="What you changed here is not saved yet."
      confirmLabel="Discard changes"
      pending={false}
      onConfirm={() => {
        if (target !== null) router.push(target);
        setTarget(null);
      }}
    />
  );
}

/** Where a plain click on a link would lead within the application; null where this page stays. */
function leavingHref(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  if (link.origin !== window.location.origin || link.pathname === window.location.pathname) return null;
  return link.pathname + link.search + link.hash;
}
