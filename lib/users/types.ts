import type { Role } from "@/lib/actor";

export const USER_STATUSES = ["active", "paused", "deleted", "locked"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const NOT_DELETED = "not-deleted";
export const USER_STATUS_FILTERS = [...USER_STATUSES, NOT_DELETED] as const;

/** Request header with the id of the user for whom the page was loaded. */
export const ACTING_USER_HEADER = "X-Acting-User";

/** A user as returned by the API. */
export type User = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: UserStatus;
  /** Maximum number of active short URLs. */
  urlLimit: number;
  /** ISO 8601 */
  createdAt: string;
};

/** Response of PUT /api/users/[id]/status. */
export type UserWithKeys = User & {
  /** Keys that they own and that stay suspended until an admin takes them over. */
  suspendedApiKeys: number;
};

/** A user in the list. */
export type ListedUser = User & {
  /** Their groups that the viewer can see, by name; only the first ones if the query has a `groupLimit`. */
  groups: { id: string; name: string }[];
  /** The number of their groups that the viewer can see. */
  groupCount: number;
  /** Active links created by the user; they count against the limit. */
  activeUrlCount: number;
  /** Whether they have ever signed in with their current address. */
  hasSignedIn: boolean;
};

/** An invitation that was just queued. */
export type Invitation = {
  email: string;
  /** When its link stops working, ISO 8601. */
  expiresAt: string;
};

/** Response of GET /api/auth/user. */
export type CurrentUser = Omit<User, "createdAt"> & {
  /** Active links created by the user; they count against the limit. */
  activeUrlCount: number;
  /** Start of this session, ISO 8601. */
  signedInAt: string;
};
