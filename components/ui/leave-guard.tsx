"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { onDemand } from "@/components/ui/on-demand";

const ConfirmDialog = onDemand(() => import("@/components/ui/confirm-dialog").then((file) => file.ConfirmDialog));

/**
 * Asks before the page is left by a link, or by going back or forward in the history where the browser lets a page
 * ask (decision 0096); and has the browser ask before it is closed or loaded anew.
 */
export function LeaveGuard({ active }: { active: boolean }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const isLetThrough = useRef(false);

  useEffect(() => {
    if (!active) return;
    ConfirmDialog.intent.onFocus();
    isLetThrough.current = false;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = leavingHref(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ href });
    };
    const onNavigate = (event: NavigateEvent) => {
      if (isLetThrough.current || !isStepOut(event)) return;
      event.preventDefault();
      setLeaving({ entry: event.destination.key });
    };
    const history = historyOf(window);
    window.addEventListener("beforeunload", onUnload);
    // Before the link itself hears of it.
    document.addEventListener("click", onClick, true);
    history?.addEventListener("navigate", onNavigate);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      history?.removeEventListener("navigate", onNavigate);
    };
  }, [active]);

  const onConfirm = () => {
    isLetThrough.current = true;
    if (leaving && "href" in leaving) router.push(leaving.href);
    if (leaving && "entry" in leaving) historyOf(window)?.traverseTo(leaving.entry);
    setLeaving(null);
  };

  return (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={() => setLeaving(null)}
      title="Leave without saving?"
      description="What you changed here is not saved yet."
      confirmLabel="Discard changes"
      pending={false}
      onConfirm={onConfirm}
    />
  );
}

/** Where to: an address within the application, or the key of an entry of the history. */
type Leaving = { href: string } | { entry: string };

/** The Navigation API (HTML, section 7.2.6); browsers that lack it go back without a question. */
function historyOf(window: Window & { navigation?: Navigation }): Navigation | undefined {
  return window.navigation;
}

/** A step through the history to another page, which can be held up. */
function isStepOut({ navigationType, cancelable, destination }: NavigateEvent): boolean {
  if (navigationType !== "traverse" || !cancelable) return false;
  return new URL(destination.url).pathname !== window.location.pathname;
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
