import { idAddress, switchAddress } from "@/components/data/address";
import { paths } from "@/lib/paths";

/** The group whose keys are shown, in the address; null for the first one. */
export const apiKeyAddress = idAddress("group");

/** Whether the address asks for a new key, as the command palette does. */
export const newKeyAddress = switchAddress("create", "key");

/** Address that opens the form for a new key, for a group or the first one. */
export function newKeyHref(groupId: string | null): string {
  return `${paths.apiKeys}?${new URLSearchParams({ ...apiKeyAddress.write(groupId), ...newKeyAddress.write(true) })}`;
}

/** The group with this id; the first one if it is unknown. */
export function groupOrFirst<Group extends { id: string }>(
  groups: readonly Group[] | undefined,
  id: string | null,
): Group | undefined {
  return groups?.find((group) => group.id === id) ?? groups?.[0];
}
