export const ROLES = ["overall_admin", "group_admin", "shortcode_admin"] as const;
export type Role = (typeof ROLES)[number];

/** Counted from sign-in; using the session does not extend it. */
export const SESSION_LIFETIME_DAYS = 30;

/** How old a sign-in may be for changes that could lock everyone out or take over an account. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** The signed-in user on whose behalf a command runs, as far as authorisation needs to know. */
export type Actor = {
  id: string;
  role: Role;
  label: string;
  /** Absent if no session is involved, as with API keys. */
  session?: {
    id: string;
    /** Milliseconds since the epoch. */
    signedInAt: number;
  };
};

/** The display name stored with audit entries: the user's name, or the email address if the name is empty. */
export function userLabel(user: { firstName: string; lastName: string; email: string }): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}
