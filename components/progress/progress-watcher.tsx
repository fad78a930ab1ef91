"use client";

import { Suspense } from "react";
import { useFaviconProgress } from "@/components/favicon-refresh/use-favicon-progress";
import { useFileProgress } from "@/components/qr-codes/use-file-progress";
import { lazyPart } from "@/components/ui/button/on-demand";

/** Loaded on demand: few users ever see it. */
const ProgressToasts = lazyPart(
  () => import("@/components/progress/progress-toasts").then((file) => file.ProgressToasts),
  { optional: true },
);

/** Shows long work on every page until it ends. Rendered once. */
export function ProgressWatcher() {
  const cards = [...useFaviconProgress(), ...useFileProgress()];
  return cards.length > 0 ? (
    <Suspense>
      <ProgressToasts cards={cards} />
    </Suspense>
  ) : null;
}
