import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** As tall as the loaded content. */
export function QrCodesSkeleton() {
  return (
    <Card aria-hidden>
      <div className="grid gap-3 p-5">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="w-full max-w-xl" />
        <Skeleton className="w-full max-w-md" />
        <Skeleton className="mt-1 h-9 w-48" />
      </div>
    </Card>
  );
}
