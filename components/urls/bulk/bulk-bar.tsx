import { useQuery } from "@tanstack/react-query";
import { ChartLine, FolderInput, Pause, Play, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { groupsQuery } from "@/components/groups/group-queries";
import { Button } from "@/components/ui/button/button";
import { buttonClass } from "@/components/ui/button/button-class";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/button/dropdown-menu";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { LongSelect, MAX_OPTIONS } from "@/components/ui/form/long-select";
import { SelectionBar } from "@/components/ui/table/selection-bar";
import { type ToastInput, toast } from "@/components/ui/toast/toast-store";
import { bulkQuestion, CONFIRM_ABOVE, fits } from "@/components/urls/bulk/bulk-text";
import type { BulkAction } from "@/components/urls/bulk/bulk-urls";
import { SelectionScope, type SelectionScopeProps } from "@/components/urls/bulk/selection-scope";
import { useBulkChange } from "@/components/urls/bulk/use-bulk-change";
import { groupOptions, toGroupId } from "@/components/urls/group-options";
import { filteredCreator, type UrlFilters } from "@/components/urls/list/url-filters";
import { creatorQuery } from "@/components/urls/url-queries";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import { MAX_COMPARED } from "@/lib/stats/types";
import { BULK_MAX_URLS, type ShortUrl } from "@/lib/urls/types";

/** Closing the bar clears the selection. */
type BulkBarProps = DialogState & {
  /** The selected links. */
  urls: readonly ShortUrl[];
  permissions: UrlPermissions;
  /** Named in the confirmation when many links are changed. */
  filters: UrlFilters;
  scope: Omit<SelectionScopeProps, "selected">;
  /** Called with the ids that stay selected. */
  onDone: (remaining: readonly string[]) => void;
};

/** Actions on the selected links. */
export function BulkBar({ open, onOpenChange, urls, permissions, filters, scope, onDone }: BulkBarProps) {
  // Keeps its text while the dialog closes, and its links while others are selected.
  const [asked, setAsked] = useState<{ action: BulkAction; urls: readonly ShortUrl[]; open: boolean } | null>(null);
  const close = () => setAsked((before) => before && { ...before, open: false });
  const groups = useQuery(groupsQuery).data ?? [];
  const creatorId = filteredCreator(filters);
  const creators = useQuery({ ...creatorQuery(creatorId ?? ""), enabled: creatorId !== null }).data;
  const bulk = useBulkChange((refused) => {
    close();
    onDone(refused);
  });
  const allowed = (action: BulkAction, chosen = urls) =>
    chosen.filter(action.action === "delete" ? permissions.canDelete : permissions.canEdit);
  const fitting = (action: BulkAction, chosen = urls) => allowed(action, chosen).filter((url) => fits(url, action));
  const change = (action: BulkAction, chosen = urls) => {
    const targets = allowed(action, chosen);
    if (targets.length > BULK_MAX_URLS) return toast(TOO_MANY);
    bulk.mutate({ urls: targets, action, leftOut: chosen.length - targets.length });
  };
  const onAction = (action: BulkAction) => {
    if (bulk.isPending) return;
    const asks = action.action === "delete" || fitting(action).length > CONFIRM_ABOVE;
    if (asks) setAsked({ action, urls, open: true });
    else change(action);
  };
  if (!open) return null;
  const canDelete = fitting({ action: "delete" }).length > 0;
  const onDelete = () => onAction({ action: "delete" });
  return (
    <>
      <SelectionBar
        label="Selected URLs"
        pending={bulk.isPending}
        onClear={() => onOpenChange(false)}
        onDelete={canDelete ? onDelete : undefined}
        scope={<SelectionScope selected={urls.length} {...scope} />}
      >
        {urls.length > 1 && urls.length <= MAX_COMPARED && <Compare urls={urls} />}
        {urls.some(permissions.canEdit) && <Edits onAction={onAction} />}
        {canDelete && (
          <Button variant="ghost" className="text-danger-text" onClick={onDelete}>
            <Trash2 aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
            Delete
          </Button>
        )}
      </SelectionBar>
      {asked && (
        <ConfirmDialog
          open={asked.open}
          onOpenChange={close}
          {...bulkQuestion({
            action: asked.action,
            fitting: fitting(asked.action, asked.urls).length,
            selected: asked.urls.length,
            filters,
            groups,
            owner: creators?.[0]?.name,
          })}
          confirmVariant={asked.action.action === "delete" ? "danger" : "primary"}
          pending={bulk.isPending}
          onConfirm={() => change(asked.action, asked.urls)}
        />
      )}
    </>
  );
}

const TOO_MANY: ToastInput = {
  variant: "destructive",
  title: `You can change at most ${formatCount(BULK_MAX_URLS)} URLs at a time`,
  description: "Select fewer.",
};

/** A link to the comparison of the selected links. */
function Compare({ urls }: { urls: readonly ShortUrl[] }) {
  const search = new URLSearchParams({ ids: urls.map(({ id }) => id).join(",") });
  return (
    <Link href={`${paths.compareUrls}?${search}`} prefetch={false} className={buttonClass({ variant: "ghost" })}>
      <ChartLine aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
      Compare
    </Link>
  );
}

function Edits({ onAction }: { onAction: (action: BulkAction) => void }) {
  return (
    <>
      <Button variant="ghost" onClick={() => onAction({ action: "activate" })}>
        <Play aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
        Activate
      </Button>
      <Button variant="ghost" onClick={() => onAction({ action: "pause" })}>
        <Pause aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
        Pause
      </Button>
      <Move onMove={(groupId) => onAction({ action: "move", groupId })} />
    </>
  );
}

/** A menu of the groups to move links to; of many groups, those that match a search. */
function Move({ onMove }: { onMove: (groupId: string | null) => void }) {
  const options = groupOptions(useQuery(groupsQuery).data ?? []);
  const button = (
    <Button variant="ghost">
      <FolderInput aria-hidden className="size-4 max-sm:hidden" strokeWidth={1.75} />
      Move
    </Button>
  );
  const onChosen = (value: string) => onMove(toGroupId(value));
  if (options.length > MAX_OPTIONS) {
    return (
      <LongSelect modal={false} label="Move to group" value="" options={options} onChange={onChosen} button={button} />
    );
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="max-h-(--radix-dropdown-menu-content-available-height) max-w-72 overflow-y-auto">
        {options.map(({ value, label }) => (
          <DropdownMenuItem key={value} onSelect={() => onChosen(value)}>
            <span className="truncate">{label}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
