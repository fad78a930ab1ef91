import { type AddressFormat, readId } from "@/components/data/address";

/** The group whose keys are shown, in the address; null for the first one. */
export const apiKeyAddress: AddressFormat<string | null> = {
  keys: ["group"],
  read: (params) => readId(params, "group"),
  write: (group) => ({ ...(group && { group }) }),
};

/** The group with this id; the first one if it is unknown. */
export function groupOrFirst<Group extends { id: string }>(
  groups: readonly Group[] | undefined,
  id: string | null,
): Group | undefined {
  return groups?.find((group) => group.id === id) ?? groups?.[0];
}
