import type { User } from "@/lib/users/types";

export type Group = {
  id: string;
  name: string;
  description: string | null;
  /** Maximum number of members. */
  userLimit: number;
};

/** Sizes of a group. */
export type GroupCounts = {
  groupId: string;
  /** Including deleted users. */
  memberCount: number;
  /** Links that are not deleted, counted up to MAX_COUNTED_URLS. */
  urlCount: number;
  hasMoreUrls: boolean;
};

export type GroupMembership = { userId: string; groupId: string };

/** A member as shown to users who can see the group. */
export type GroupMember = Pick<User, "id" | "firstName" | "lastName" | "email" | "role" | "status">;
