/** Filter for users who get the mail that concerns the whole installation. */
export const ACTIVE_ADMIN = { role: "overall_admin", status: "active" } as const;
