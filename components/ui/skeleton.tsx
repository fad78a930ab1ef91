import { cn } from "@/components/ui/cn";

/** A placeholder for loading content; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-breathe rounded-md bg-pressed", className)} />;
}

/** @param widths a class for each line */
export function ListSkeleton({ widths }: { widths: readonly string[] }) {
  return (
    <div aria-busy className="grid gap-4 rounded-lg border border-line p-4">
      {widths.map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
