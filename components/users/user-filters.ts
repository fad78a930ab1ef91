import { type AddressFormat, readId, readOption, readSearchText } from "@/components/data/address";
import { ROLES, type Role } from "@/lib/actor";
import { foldCase, toPeopleWords } from "@/lib/search-text";
import { USER_STATUSES, type User, type UserStatus } from "@/lib/users/types";

export const ALL = "all";

export type UserFilters = {
  text: string;
  role: Role | typeof ALL;
  status: UserStatus | typeof ALL;
  groupId: string;
};

export const NO_FILTERS: UserFilters = { text: "", role: ALL, status: ALL, groupId: ALL };

export function isFiltered({ text, role, status, groupId }: UserFilters): boolean {
  return text.trim() !== "" || role !== ALL || status !== ALL || groupId !== ALL;
}

/** Filters by text, role and status. As on the server, each word must occur in the name or email. */
export function filterUsers<Row extends User>(users: readonly Row[], { text, role, status }: UserFilters): Row[] {
  const words = toPeopleWords(text);
  return users.filter(
    (user) =>
      (role === ALL || user.role === role) &&
      (status === ALL || user.status === status) &&
      words.every((word) => foldCase(`${user.firstName} ${user.lastName} ${user.email}`).includes(word)),
  );
}

/** The table of users in the address. */
export const userAddress: AddressFormat<UserFilters> = {
  keys: ["q", "role", "status", "group"],
  typed: ["q"],
  read: (params) => ({
    text: readSearchText(params),
    role: readOption(params, "role", { options: ROLES, fallback: ALL }),
    status: readOption(params, "status", { options: USER_STATUSES, fallback: ALL }),
    groupId: readId(params, "group") ?? ALL,
  }),
  write: ({ text, role, status, groupId }) => ({
    ...(text.trim() && { q: text.trim() }),
    ...(role !== ALL && { role }),
    ...(status !== ALL && { status }),
    ...(groupId !== ALL && { group: groupId }),
  }),
};

/** The filters as the query string of GET /api/users; empty if none is set. */
export function toUserSearch(filters: UserFilters): string {
  const { group, ...search } = userAddress.write(filters);
  return new URLSearchParams({ ...search, ...(group && { groupId: group }) }).toString();
}

/**
 * The query to send to the server: like `toUserSearch`, or empty if the browser can filter the users it has. It doesn't
 * know the members of groups.
 *
 * @param hasMore whether the browser doesn't have all users
 */
export function toAskedSearch(filters: UserFilters, hasMore: boolean): string {
  return filters.groupId !== ALL || hasMore ? toUserSearch(filters) : "";
}
