"use client";

import { FolderInput, Pause, Play, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DropdownMenu, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { BulkChange } from "@/components/urls/bulk-urls";
import { MoveMenu } from "@/components/urls/move-menu";
import { useBulkChange } from "@/components/urls/use-bulk-change";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import { plural } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

type BulkBarProps = {
  open: boolean;
  /** Asked to close: nothing is to be chosen any more. */
  onOpenChange: (open: boolean) => void;
  /** The chosen ones. */
  urls: readonly ShortUrl[];
  permissions: UrlPermissions;
  /** Says which remain chosen. */
  onDone: (remaining: readonly string[]) => void;
};

/** What can be done with the chosen links, at the bottom of the window wherever that is scrolled to. */
export function BulkBar({ open, onOpenChange, urls, permissions, onDone }: BulkBarProps) {
  const [confirming, setConfirming] = useState(false);
  const bulk = useBulkChange((refused) => {
    setConfirming(false);
    onDone(refused);
  });
  const editable = urls.filter(permissions.canEdit);
  const deletable = urls.filter((url) => permissions.canDelete(url) && url.status !== "deleted");
  const change = (targets: readonly ShortUrl[], input: BulkChange) => bulk.mutate({ urls: targets, change: input });
  if (!open) return null;
  return (
    <section
      aria-label="Selected URLs"
      data-bulk-bar
      className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex animate-fade-in justify-center p-3 lg:left-60 print:hidden"
    >
      <fieldset
        disabled={bulk.isPending}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-raised"
      >
        <p role="status" className="grow px-2.5 font-medium text-base text-ink tabular-nums">
          {plural(urls.length, "URL")} selected
        </p>
        <div className="order-last flex basis-full justify-around gap-1 sm:order-none sm:basis-auto">
          {editable.length > 0 && <Edits onChange={(input) => change(editable, input)} />}
          {deletable.length > 0 && (
            <Button variant="ghost" className="text-danger-text" onClick={() => setConfirming(true)}>
              <Trash2 aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
              Delete
            </Button>
          )}
        </div>
        <IconButton label="Clear selection" onClick={() => onOpenChange(false)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </fieldset>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete ${plural(deletable.length, "short URL")}?`}
        description={deleteText(deletable.length, urls.length)}
        confirmLabel="Delete"
        pending={bulk.isPending}
        onConfirm={() => change(deletable, { action: "delete" })}
      />
    </section>
  );
}

function Edits({ onChange }: { onChange: (change: BulkChange) => void }) {
  return (
    <>
      <Button variant="ghost" onClick={() => onChange({ action: "activate" })}>
        <Play aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
        Activate
      </Button>
      <Button variant="ghost" onClick={() => onChange({ action: "pause" })}>
        <Pause aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
        Pause
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost">
            <FolderInput aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
            Move
          </Button>
        </DropdownMenuTrigger>
        <MoveMenu onMove={(groupId) => onChange({ action: "move", groupId })} />
      </DropdownMenu>
    </>
  );
}

function deleteText(deleted: number, chosen: number): string {
  const rest = chosen - deleted;
  const consequence =
    "Visitors will see that the links are no longer available. Their clicks stay on record, and the codes are not given out again.";
  return rest === 0 ? consequence : `${consequence} ${plural(rest, "chosen URL")} cannot be deleted and will stay.`;
}
