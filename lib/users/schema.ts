import { ROLES } from "@/lib/actor";
import { emailAddress } from "@/lib/email";
import { isReadableName, NAME_CHARSET, toName } from "@/lib/name";
import { USER_STATUSES } from "@/lib/users/types";
import * as z from "@/lib/zod";

const NAME_MAX_LENGTH = 100;
export const URL_LIMIT_MIN = 1;
export const URL_LIMIT_MAX = 100;
export const DEFAULT_URL_LIMIT = 1;
/** How long the link of an invitation works. */
export const INVITATION_DAYS = 3;
/** Groups that a user can join when they are created. */
export const MAX_GROUPS = 100;
export const DEFAULT_ROLE = "shortcode_admin";

export const USER_EMAIL_INVALID = "Invalid email address";
export const FIRST_NAME_REQUIRED = "First name is required";
export const FIRST_NAME_TOO_LONG = `First name must be at most ${NAME_MAX_LENGTH} characters`;
export const LAST_NAME_REQUIRED = "Last name is required";
export const LAST_NAME_TOO_LONG = `Last name must be at most ${NAME_MAX_LENGTH} characters`;
export const ROLE_INVALID = "Role must be overall_admin, group_admin or shortcode_admin";
export const URL_LIMIT_NOT_A_NUMBER = "URL limit must be a number";
export const URL_LIMIT_NOT_AN_INTEGER = "URL limit must be a whole number";
export const URL_LIMIT_TOO_LOW = `URL limit must be at least ${URL_LIMIT_MIN}`;
export const URL_LIMIT_TOO_HIGH = `URL limit cannot exceed ${URL_LIMIT_MAX}`;
export const GROUPS_INVALID = "Groups must be a list of group ids";
export const TOO_MANY_GROUPS = `A new user can join at most ${MAX_GROUPS} groups`;
export const SEND_INVITATION_INVALID = "`sendInvitation` must be true or false";
export const EMAIL_LOCKED = "Only an overall admin can change an email address.";
export const USER_STATUS_INVALID = "Status must be active, paused, deleted or locked";

const fields = {
  email: emailAddress(USER_EMAIL_INVALID),
  firstName: z
    .string({ error: FIRST_NAME_REQUIRED })
    .overwrite(toName)
    .min(1, FIRST_NAME_REQUIRED)
    .max(NAME_MAX_LENGTH, FIRST_NAME_TOO_LONG),
  lastName: z
    .string({ error: LAST_NAME_REQUIRED })
    .overwrite(toName)
    .min(1, LAST_NAME_REQUIRED)
    .max(NAME_MAX_LENGTH, LAST_NAME_TOO_LONG),
  role: z.enum(ROLES, ROLE_INVALID),
  /** An empty input becomes the default (spec section 5). */
  urlLimit: z.preprocess(
    (value) => (value === "" ? DEFAULT_URL_LIMIT : value),
    z
      .number(URL_LIMIT_NOT_A_NUMBER)
      .min(URL_LIMIT_MIN, URL_LIMIT_TOO_LOW)
      .max(URL_LIMIT_MAX, URL_LIMIT_TOO_HIGH)
      .int(URL_LIMIT_NOT_AN_INTEGER),
  ),
};

/** Values of the form that changes a user, whose names may be older than today's rule. */
export const editUserSchema = z.object({
  ...fields,
  role: fields.role.default(DEFAULT_ROLE),
  urlLimit: fields.urlLimit.default(DEFAULT_URL_LIMIT),
  /** Groups to join, without repeats. */
  groupIds: z
    .array(z.uuid(GROUPS_INVALID), GROUPS_INVALID)
    .max(MAX_GROUPS, TOO_MANY_GROUPS)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .default([]),
  /** Whether to email a sign-in link. */
  sendInvitation: z.boolean(SEND_INVITATION_INVALID).default(false),
});

export const createUserSchema = editUserSchema.extend({
  firstName: fields.firstName.refine(isReadableName, NAME_CHARSET),
  lastName: fields.lastName.refine(isReadableName, NAME_CHARSET),
});

/** Omitted fields stay unchanged. */
export const updateUserSchema = z.object(fields).partial();

const userStatus = z.enum(USER_STATUSES, USER_STATUS_INVALID);

/** A user whose status is neither the new one nor `ifStatus`, if given, has been changed by someone else. */
export const userStatusSchema = z.object({ status: userStatus, ifStatus: userStatus.optional() });

export type CreateUserInput = z.infer<typeof createUserSchema>;
export type UpdateUserInput = z.infer<typeof updateUserSchema>;
