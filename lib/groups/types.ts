import type { User } from "@/lib/users/types";

export type Group = {
  id: string;
  name: string;
  description: string | null;
  /** Most members. */
  userLimit: number;
};

export type GroupMembership = { userId: string; groupId: string };

/** What those who see a group see of its members. */
export type GroupMember = Pick<User, "id" | "firstName" | "lastName" | "email" | "role" | "status">;
