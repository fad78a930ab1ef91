export type Role = "overall_admin" | "group_admin" | "shortcode_admin";
export type UserStatus = "active" | "paused" | "deleted" | "locked";

/** Who a command acts for: what authorisation needs to know of the signed-in user. */
export type Actor = { id: string; role: Role; label: string };

/** Answer of GET /api/auth/user. */
export type CurrentUser = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: UserStatus;
  urlLimit: number;
  /** Active short URLs that the user created; what the limit counts. */
  activeUrlCount: number;
};
