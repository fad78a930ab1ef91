import type { Role } from "@/lib/users/types";

/** What a role is called on screen: underscores become spaces, the plain user is "User" (spec sections 1 and 2). */
export function roleLabel(role: Role): string {
  return role === "shortcode_admin" ? "User" : role.replaceAll("_", " ");
}
