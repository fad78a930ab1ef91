import { ROLES } from "@/lib/actor";
import { formatCount } from "@/lib/format";
import { countUpTo, MAX_PAGE_SIZE, pageFields, searchSchema } from "@/lib/list-query";
import { ROLE_INVALID } from "@/lib/users/schema";
import { USER_STATUS_FILTERS } from "@/lib/users/types";
import * as z from "@/lib/zod";

/** A leading minus means descending. */
export const USER_SORTS = ["createdAt", "-createdAt", "name", "-name", "email", "-email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USER_SORT_INVALID = "`sort` must be one of createdAt, name, email; prefix with - for descending order.";
export const USER_STATUS_FILTER_INVALID = "Status must be active, paused, deleted, locked or not-deleted";
export const GROUP_LIMIT_INVALID = `\`groupLimit\` must be a whole number from 1 to ${formatCount(MAX_PAGE_SIZE)}.`;

/** Query of GET /api/users (design section 8). */
export const listUsersSchema = z.object({
  ...pageFields,
  q: searchSchema,
  status: z.enum(USER_STATUS_FILTERS, USER_STATUS_FILTER_INVALID).optional(),
  role: z.enum(ROLES, ROLE_INVALID).optional(),
  groupId: z.uuid("`groupId` must be a UUID.").optional(),
  groupLimit: countUpTo(MAX_PAGE_SIZE, GROUP_LIMIT_INVALID).optional(),
  sort: z.enum(USER_SORTS, USER_SORT_INVALID).optional(),
});

export type ListUsersQuery = z.infer<typeof listUsersSchema>;
