import { z } from "zod";
import { pageFields, searchSchema } from "@/lib/list-query";
import { ROLE_INVALID, USER_STATUS_INVALID } from "@/lib/users/schema";
import { ROLES, USER_STATUSES } from "@/lib/users/types";

/** With a minus: the other way round. */
export const USER_SORTS = ["createdAt", "-createdAt", "name", "-name", "email", "-email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USER_SORT_INVALID = "Sort must be createdAt, name or email, with - before it to turn it round";

/** Query of the calls that list users (design section 8). */
export const listUsersSchema = z.object({
  ...pageFields,
  q: searchSchema,
  status: z.enum(USER_STATUSES, USER_STATUS_INVALID).optional(),
  role: z.enum(ROLES, ROLE_INVALID).optional(),
  groupId: z.uuid("Invalid group").optional(),
  sort: z.enum(USER_SORTS, USER_SORT_INVALID).optional(),
});

export type ListUsersQuery = z.infer<typeof listUsersSchema>;
