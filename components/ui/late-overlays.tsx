import { type ComponentType, useEffect, useState } from "react";
import { getToasts } from "@/components/ui/toast/toast-store";

/**
 * Shows tooltips and toasts. Rendered once, in the root layout. Its code is loaded after the page, not with the first
 * toast, which may report a lost connection. A toast shown before that loads it at once.
 */
export function LateOverlays() {
  const [Overlays, setOverlays] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import("@/components/ui/overlays").then(
        (module) => setOverlays(() => module.Overlays),
        () => undefined,
      );
    if (document.readyState === "complete" || getToasts().length > 0) return load();
    window.addEventListener("load", load, { once: true });
    return () => window.removeEventListener("load", load);
  }, []);
  return Overlays && <Overlays />;
}
