import type { SelectOption } from "@/components/ui/select-button";
import type { Group } from "@/lib/groups/types";

/** The value of the choice "no group", which is sent as null. */
export const NO_GROUP = "none";

/** @param current the group a link is in, offered also when it is none of the user's own */
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
