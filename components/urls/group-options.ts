import type { SelectOption } from "@/components/ui/form/select-button";
import type { Group } from "@/lib/groups/types";

/** The value of the option "No group", which is sent as null. */
export const NO_GROUP = "none";

/** @param current the group a link is in; an option even if the user is not in it */
export function groupOptions(groups: readonly Group[], current: string | null = null): SelectOption[] {
  const options = groups.map((group) => ({ value: group.id, label: group.name }));
  if (current && !groups.some((group) => group.id === current)) {
    options.unshift({ value: current, label: "Current group" });
  }
  return [{ value: NO_GROUP, label: "No group" }, ...options];
}

export function toGroupId(value: string): string | null {
  return value === NO_GROUP ? null : value;
}
