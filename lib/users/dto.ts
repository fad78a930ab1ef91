import type { User as Row } from "@/lib/db/generated/client";
import type { User } from "@/lib/users/types";

/** Columns selected for the DTO. */
export const userColumns = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  status: true,
  urlLimit: true,
  createdAt: true,
} as const;

export type UserRow = Pick<Row, keyof typeof userColumns>;

/** Converts a row to its DTO. */
export function toUser({ createdAt, ...row }: UserRow): User {
  return { ...row, createdAt: createdAt.toISOString() };
}
