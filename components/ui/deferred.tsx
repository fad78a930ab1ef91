import { type ReactNode, Suspense } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Content whose code is loaded on demand, once the page is hydrated; until then, the fallback. */
export function Deferred({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
