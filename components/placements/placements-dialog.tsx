"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { AddPlacement } from "@/components/placements/add-placement";
import { placementsQuery } from "@/components/placements/placement-queries";
import { PlacementRow } from "@/components/placements/placement-row";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Skeleton } from "@/components/ui/skeleton";
import type { FocusTarget } from "@/components/ui/use-return-focus";
import { withoutScheme } from "@/components/urls/short-link-text";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import { MAX_PLACEMENTS } from "@/lib/qr/placement-schema";
import type { ShortUrl } from "@/lib/urls/types";

type PlacementsDialogProps = {
  url: ShortUrl;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocusTo?: FocusTarget | undefined;
};

/** The places where a link's QR code hangs, each with a code of its own. */
export function PlacementsDialog({ url, open, onOpenChange, returnFocusTo }: PlacementsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Placements"
      description={<span className="break-all font-mono text-sm">{withoutScheme(url.shortUrl)}</span>}
      {...(returnFocusTo && { returnFocusTo })}
      className="sm:max-w-lg"
    >
      <DialogBody>
        <p className="text-base text-muted">
          Name each place where you put the code, and download a separate code for it. The link's statistics then show
          where people scan it.
        </p>
        <Placements url={url} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Placements({ url }: { url: ShortUrl }) {
  const canEdit = useUrlPermissions().canEdit(url) && url.status !== "deleted";
  const query = useQuery(placementsQuery(url.id));
  const placements = query.data;
  const failure = toListFailure("The placements could not be loaded", query);
  if (!placements) return failure ? <ListFailed {...failure} /> : <ListSkeleton />;
  const isFull = placements.length >= MAX_PLACEMENTS;
  return (
    <>
      {canEdit && !isFull && <AddPlacement urlId={url.id} />}
      {isFull && <p className="text-muted text-sm">A link can have {MAX_PLACEMENTS} placements. Remove one first.</p>}
      {placements.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title="No placements yet"
          description="For example poster-hall-3, menu or packaging."
        />
      ) : (
        <ul aria-label="Placements" className="overflow-hidden rounded-lg border border-line">
          {placements.map((placement) => (
            <PlacementRow key={placement.name} url={url} placement={placement} canEdit={canEdit} />
          ))}
        </ul>
      )}
    </>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy className="grid gap-4 rounded-lg border border-line p-4">
      <Skeleton className="w-40" />
      <Skeleton className="w-56" />
    </div>
  );
}
