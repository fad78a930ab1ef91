import { cn } from "@/components/ui/cn";

/** A grey bar in the place of what is still loading; give it the size of that. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-breathe rounded-md bg-pressed", className)} />;
}
