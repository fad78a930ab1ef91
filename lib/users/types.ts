export const ROLES = ["overall_admin", "group_admin", "shortcode_admin"] as const;
export type Role = (typeof ROLES)[number];

export const USER_STATUSES = ["active", "paused", "deleted", "locked"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Who a command acts for: what authorisation needs to know of the signed-in user. */
export type Actor = {
  id: string;
  role: Role;
  label: string;
  /** The session that acts, where one does. */
  session?: {
    id: string;
    /** Milliseconds since the epoch. */
    signedInAt: number;
  };
};

/** A call's header by which a page says for whom it was loaded: the user's id. */
export const ACTING_USER_HEADER = "X-Acting-User";

/** A user as the calls give them. */
export type User = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: UserStatus;
  /** Most active short URLs at a time. */
  urlLimit: number;
  /** ISO 8601 */
  createdAt: string;
};

/** Answer of GET /api/auth/user. */
export type CurrentUser = Omit<User, "createdAt"> & {
  /** Active short URLs that the user created; what the limit counts. */
  activeUrlCount: number;
  /** When this session was signed in to. ISO 8601 */
  signedInAt: string;
};
