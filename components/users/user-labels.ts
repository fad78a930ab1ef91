import type { BadgeVariant } from "@/components/ui/badge";
import type { SelectOption } from "@/components/ui/form/select-button";
import { ROLES, type Role } from "@/lib/actor";
import { formatCount, plural } from "@/lib/format";
import { roleLabel } from "@/lib/users/policy";
import { type CurrentUser, USER_STATUSES, type User, type UserStatus } from "@/lib/users/types";

export const USER_STATUS_BADGE: Record<UserStatus, BadgeVariant> = {
  active: "default",
  paused: "secondary",
  deleted: "destructive",
  locked: "destructive",
};

/** Spec section 4. */
export const USER_STATUS_CHANGED: Record<UserStatus, string> = {
  active: "User activated successfully",
  paused: "User paused successfully",
  deleted: "User deleted successfully",
  locked: "User locked successfully",
};

/** The display name of a user: their name, or their email if the name is empty. */
export function userName({ firstName, lastName, email }: Pick<User, "firstName" | "lastName" | "email">): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** A character with its marks, an emoji of several, or a flag. Intl.Segmenter differs between the server and browsers. */
const INITIAL = /^(?:\p{RI}{2}|.(?:\p{M}|\p{EMod}|\u200d.)*)/su;

/** The beginning of a name that people see as its first letter. */
export function initialOf(name: string): string {
  return INITIAL.exec(name)?.[0] ?? "";
}

/** "12 of 40 active URLs" */
export function urlUseText({ activeUrlCount, urlLimit }: Pick<CurrentUser, "activeUrlCount" | "urlLimit">): string {
  return `${formatCount(activeUrlCount)} of ${plural(urlLimit, "active URL")}`;
}

export const ROLE_OPTIONS: readonly SelectOption<Role>[] = [...ROLES]
  .reverse()
  .map((role) => ({ value: role, label: capitalize(roleLabel(role)) }));

export const STATUS_OPTIONS: readonly SelectOption<UserStatus>[] = USER_STATUSES.map((status) => ({
  value: status,
  label: capitalize(status),
}));

function capitalize(text: string): string {
  return text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
