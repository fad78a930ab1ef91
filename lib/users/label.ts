import type { User } from "@/lib/users/types";

/** What a user is called where they are named once and for all, as in the audit log: their name, else their address. */
export function userLabel({ firstName, lastName, email }: Pick<User, "firstName" | "lastName" | "email">): string {
  return `${firstName} ${lastName}`.trim() || email;
}
