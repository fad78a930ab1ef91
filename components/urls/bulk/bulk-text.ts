import { failureToast } from "@/components/data/toast-error";
import type { ToastInput } from "@/components/ui/toast/toast-store";
import type { BulkAction, BulkOutcome } from "@/components/urls/bulk/bulk-urls";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR, NOT_DELETED, type UrlFilters } from "@/components/urls/list/url-filters";
import { formatCount, plural } from "@/lib/format";
import type { Group } from "@/lib/groups/types";
import type { ShortUrl } from "@/lib/urls/types";

/** Above this number, every bulk change asks for confirmation. */
export const CONFIRM_ABOVE = 20;

const DONE: Record<BulkAction["action"], string> = {
  activate: "activated",
  pause: "paused",
  delete: "deleted",
  move: "moved",
};

const SKIPPED: Record<BulkAction["action"], string> = {
  activate: "already active or deleted",
  pause: "already paused or deleted",
  delete: "already deleted or not yours to delete",
  move: "already in this group",
};

/** Whether an action changes a link, as far as the browser knows. */
export function fits(url: ShortUrl, action: BulkAction): boolean {
  switch (action.action) {
    case "activate":
      return url.status === "paused";
    case "pause":
      return url.status === "active";
    case "delete":
      return url.status !== "deleted";
    case "move":
      return url.groupId !== action.groupId;
  }
}

/**
 * The toast after a bulk change.
 *
 * @param undo is called with the change's id
 */
export function doneToast(outcome: BulkOutcome, { action }: BulkAction, undo: (changeId: string) => void): ToastInput {
  const { changed, skipped, refused, changeId } = outcome;
  const undoable = changeId ? offer(() => undo(changeId)) : {};
  const why = skipped > 0 ? `${formatCount(skipped)} skipped: ${SKIPPED[action]}.` : "";
  if (refused.ids.length > 0) {
    return {
      variant: "destructive",
      title: `${formatCount(changed)} of ${plural(changed + skipped + refused.ids.length, "URL")} ${DONE[action]}`,
      description: [skipped > 0 ? asSentence(refused.reason) : refused.reason, why].filter(Boolean).join(" "),
      ...undoable,
    };
  }
  if (skipped > 0) {
    const title = `${formatCount(changed)} ${DONE[action]}, ${formatCount(skipped)} skipped`;
    return { title, description: `Skipped: ${SKIPPED[action]}.`, ...undoable };
  }
  const title =
    action === "delete" && changed === 1 ? "URL deleted successfully" : `${plural(changed, "URL")} ${DONE[action]}`;
  return { title, ...undoable };
}

function offer(undo: () => void): Pick<ToastInput, "actions"> {
  return { actions: [{ label: "Undo", onClick: undo }] };
}

/** Maximum number of links that a toast names. */
const NAMED = 3;

/** The toast after undoing a bulk change, which names links that were not restored. */
export function undoneToast({ changed, refused }: BulkOutcome, urls: readonly ShortUrl[]): ToastInput {
  const { ids, reason } = refused;
  if (ids.length === 0) {
    return { title: changed === 1 ? "URL updated successfully" : `${plural(changed, "URL")} restored` };
  }
  const codes = new Map(urls.map(({ id, shortCode }) => [id, shortCode]));
  const named = ids.slice(0, NAMED).map((id) => codes.get(id) ?? id);
  const rest = ids.length - named.length;
  const list = rest > 0 ? `${named.join(", ")} and ${formatCount(rest)} more` : named.join(", ");
  return {
    variant: "destructive",
    title: `${formatCount(changed)} of ${plural(changed + ids.length, "URL")} restored`,
    description: `Not restored: ${list}. ${asSentence(reason)}`,
  };
}

/**
 * The toast when undoing failed.
 *
 * @param reason why, if trying again would not help
 */
export function undoFailedToast(reason: string | undefined, undo: () => void): ToastInput {
  return { ...failureToast("Failed to update URL", reason), ...(!reason && offer(undo)) };
}

function asSentence(text: string): string {
  return text.replace(/\.?$/, ".");
}

const VERBS: Record<Exclude<BulkAction["action"], "move">, string> = {
  activate: "Activate",
  pause: "Pause",
  delete: "Delete",
};

type Question = { title: string; description: string; confirmLabel: string };

type Names = {
  groups: readonly Group[];
  /** The name of the owner that the filters name. */
  owner?: string;
};

type Asked = Names & { action: BulkAction; fitting: number; selected: number; filters: UrlFilters };

/** The confirmation of a bulk change: the number of links, and for many the filter they were selected by. */
export function bulkQuestion({ action, fitting, selected, filters, groups, owner }: Asked): Question {
  const skipped = selected - fitting;
  const sentences = [
    ...(action.action === "delete" ? [DELETED] : []),
    ...(fitting > CONFIRM_ABOVE ? [filterText(filters, { groups, owner })] : []),
    ...(skipped > 0 ? [skippedText(skipped, action)] : []),
  ];
  const description = sentences.join(" ");
  if (action.action === "move") {
    const target = groups.find(({ id }) => id === action.groupId)?.name ?? "No group";
    return { title: `Move ${plural(fitting, "short URL")} to ${target}?`, description, confirmLabel: "Move" };
  }
  const verb = VERBS[action.action];
  return { title: `${verb} ${plural(fitting, "short URL")}?`, description, confirmLabel: verb };
}

const DELETED =
  "Visitors will see that the links are no longer available. Their clicks are kept. The codes can't be reused. Shared pages of their statistics are revoked, and stay revoked if you undo this.";

function skippedText(skipped: number, { action }: BulkAction): string {
  if (action === "delete") return `${plural(skipped, "selected URL")} can't be deleted and will be skipped.`;
  return `${plural(skipped, "selected URL")} will be skipped: ${SKIPPED[action]}.`;
}

/** "Filter: “spring”, status paused, group Shop, owner Anna Brandt." */
export function filterText({ text, status, groupId, creatorId }: UrlFilters, { groups, owner }: Names): string {
  const group = groupId === NO_GROUP ? "no group" : `group ${groups.find(({ id }) => id === groupId)?.name ?? groupId}`;
  const parts = [
    ...(text.trim() ? [`“${text.trim()}”`] : []),
    ...(status === NOT_DELETED ? [] : [status === ALL ? "deleted links too" : `status ${status}`]),
    ...(groupId === ALL ? [] : [group]),
    ...(creatorId === ALL ? [] : [creatorId === NO_CREATOR ? "no owner" : `owner ${owner ?? creatorId}`]),
  ];
  return parts.length === 0 ? "No filter is set." : `Filter: ${parts.join(", ")}.`;
}
