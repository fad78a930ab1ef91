"use client";

import { type ComponentType, useEffect, useState } from "react";
import { getToasts } from "@/components/ui/toast-store";

/**
 * Shows toasts. Stands once, in the root layout. The region comes when the page has loaded, not with the first
 * toast: that may be about a connection that is gone. A toast that is there by then brings it sooner.
 */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import("@/components/ui/toast-region").then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => undefined,
      );
    if (document.readyState === "complete" || getToasts().length > 0) return load();
    window.addEventListener("load", load, { once: true });
    return () => window.removeEventListener("load", load);
  }, []);
  return Region && <Region />;
}
