import type { BadgeVariant } from "@/components/ui/badge";
import type { SelectOption } from "@/components/ui/form/select-button";
import { ALL, NOT_DELETED, type UrlFilters } from "@/components/urls/list/url-filters";
import type { UrlStatus } from "@/lib/urls/types";
import { URL_STATUSES } from "@/lib/urls/types";

export const STATUS_BADGE: Record<UrlStatus, BadgeVariant> = {
  active: "default",
  paused: "secondary",
  deleted: "destructive",
};

const STATUS_LABEL: Record<UrlStatus, string> = { active: "Active", paused: "Paused", deleted: "Deleted" };

/** Statuses by which lists can be filtered. */
export const STATUS_FILTER_OPTIONS: readonly SelectOption<UrlFilters["status"]>[] = [
  { value: NOT_DELETED, label: "Not deleted" },
  ...statusOptions(true),
  { value: ALL, label: "All statuses" },
];

/** @param withDeleted includes "Deleted" */
export function statusOptions(withDeleted: boolean): SelectOption<UrlStatus>[] {
  const statuses = URL_STATUSES.filter((status) => withDeleted || status !== "deleted");
  return statuses.map((status) => ({ value: status, label: STATUS_LABEL[status] }));
}
