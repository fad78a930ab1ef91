import { ROLES } from "@/lib/actor";
import { pageFields, searchSchema } from "@/lib/list-query";
import { ROLE_INVALID, USER_STATUS_INVALID } from "@/lib/users/schema";
import { USER_STATUSES } from "@/lib/users/types";
import { z } from "@/lib/zod";

/** A leading minus means descending. */
export const USER_SORTS = ["createdAt", "-createdAt", "name", "-name", "email", "-email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USER_SORT_INVALID = "`sort` must be one of createdAt, name, email; prefix with - for descending order.";

/** Query of GET /api/users (design section 8). */
export const listUsersSchema = z.object({
  ...pageFields,
  q: searchSchema,
  status: z.enum(USER_STATUSES, USER_STATUS_INVALID).optional(),
  role: z.enum(ROLES, ROLE_INVALID).optional(),
  groupId: z.uuid("`groupId` must be a UUID.").optional(),
  sort: z.enum(USER_SORTS, USER_SORT_INVALID).optional(),
});

export type ListUsersQuery = z.infer<typeof listUsersSchema>;
