import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ToolbarSkeleton } from "@/components/ui/table/list-toolbar";
import { urlToolbarClasses } from "@/components/urls/list/url-toolbar-classes";

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

export function QrCodesSkeleton() {
  return (
    <div className="grid min-w-0 gap-4">
      <div aria-hidden className="flex h-[41px] items-center gap-4 border-line border-b">
        <Skeleton className="w-12" />
        <Skeleton className="w-24" />
      </div>
      <CodeGallerySkeleton />
    </div>
  );
}

/** Has the layout of the cards. */
export function CodeGallerySkeleton() {
  const { search, filter } = urlToolbarClasses;
  return (
    <Card aria-label="QR codes" aria-busy>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <ToolbarSkeleton fields={[search, filter, filter, filter, filter]} />
      <div className="@table:grid @table:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] @table:gap-3 @table:border-line @table:border-t @table:p-5">
        {CARDS.map((card) => (
          <div
            key={card}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 border-line border-t py-3 pr-4 pl-10 first:border-t-0 @table:grid-cols-1 @table:rounded-lg @table:border @table:p-3 @table:first:border-t"
          >
            <Skeleton className="size-22 @table:mx-auto @table:size-32" />
            <div className="grid gap-2">
              <Skeleton className="w-24" />
              <Skeleton className="w-full max-w-40" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
