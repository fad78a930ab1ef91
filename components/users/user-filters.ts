import type { Role, User, UserStatus } from "@/lib/users/types";

/** The value of a filter that lets everybody through. */
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

/** Those whom text, role and status let through. As on the server, each word stands in a name or the address. */
export function filterUsers(users: readonly User[], { text, role, status }: UserFilters): User[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return users.filter(
    (user) =>
      (role === ALL || user.role === role) &&
      (status === ALL || user.status === status) &&
      words.every((word) => `${user.firstName} ${user.lastName} ${user.email}`.toLowerCase().includes(word)),
  );
}

/** The filters as the query of GET /api/users; empty when none is set. */
export function toUserSearch({ text, role, status, groupId }: UserFilters): string {
  const search = new URLSearchParams();
  if (text.trim()) search.set("q", text.trim());
  if (role !== ALL) search.set("role", role);
  if (status !== ALL) search.set("status", status);
  if (groupId !== ALL) search.set("groupId", groupId);
  return search.toString();
}
