import { cn } from "@/components/ui/cn";

/** A placeholder for loading content; give it the size of that. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-breathe rounded-md bg-pressed", className)} />;
}
