import type { User } from "@/lib/users/types";

export type Group = {
  id: string;
  name: string;
  description: string | null;
  /** Maximum number of members. */
  userLimit: number;
};

export type GroupMembership = { userId: string; groupId: string };

/** A member as shown to users who can see the group. */
export type GroupMember = Pick<User, "id" | "firstName" | "lastName" | "email" | "role" | "status">;
