import { formatCount } from "@/lib/format";
import { CURSOR_INVALID, pageFields, searchSchema } from "@/lib/list-query";
import { isReadableName, isReadableText, NAME_CHARSET, toName } from "@/lib/name";
import * as z from "@/lib/zod";

const GROUP_NAME_MAX_LENGTH = 100;
const DESCRIPTION_MAX_LENGTH = 1000;
export const USER_LIMIT_MIN = 1;
export const USER_LIMIT_MAX = 100_000;
export const DEFAULT_USER_LIMIT = 1000;

export const GROUP_NAME_REQUIRED = "Group name is required";
export const GROUP_NAME_TOO_LONG = `Group name must be at most ${formatCount(GROUP_NAME_MAX_LENGTH)} characters`;
export const DESCRIPTION_NOT_A_STRING = "Description must be text";
export const DESCRIPTION_TOO_LONG = `Description must be at most ${formatCount(DESCRIPTION_MAX_LENGTH)} characters`;
export const DESCRIPTION_CHARSET =
  "Description must not contain control characters or characters that change the direction of text";
export const USER_LIMIT_NOT_A_NUMBER = "User limit must be a number";
export const USER_LIMIT_NOT_AN_INTEGER = "User limit must be a whole number";
export const USER_LIMIT_TOO_LOW = `User limit must be at least ${USER_LIMIT_MIN}`;
export const USER_LIMIT_TOO_HIGH = `User limit cannot exceed ${formatCount(USER_LIMIT_MAX)}`;
export const MEMBER_INVALID = "Invalid user";
const GROUP_ID_INVALID = "`groupId` must be a UUID.";
const USER_ID_INVALID = "`userId` must be a UUID.";

/** Separates the ids of group and user in a membership's cursor. */
export const MEMBERSHIP_SEPARATOR = "~";

const fields = {
  name: z
    .string({ error: GROUP_NAME_REQUIRED })
    .overwrite(toName)
    .min(1, GROUP_NAME_REQUIRED)
    .max(GROUP_NAME_MAX_LENGTH, GROUP_NAME_TOO_LONG),
  /** Null or empty means none. */
  description: z
    .string({ error: DESCRIPTION_NOT_A_STRING })
    .trim()
    .max(DESCRIPTION_MAX_LENGTH, DESCRIPTION_TOO_LONG)
    .transform((text) => text || null)
    .nullable(),
  /** An empty input becomes the default (spec section 5). */
  userLimit: z.preprocess(
    (value) => (value === "" ? DEFAULT_USER_LIMIT : value),
    z
      .number(USER_LIMIT_NOT_A_NUMBER)
      .min(USER_LIMIT_MIN, USER_LIMIT_TOO_LOW)
      .max(USER_LIMIT_MAX, USER_LIMIT_TOO_HIGH)
      .int(USER_LIMIT_NOT_AN_INTEGER),
  ),
};

/** Values of the form that changes a group, whose name and description may be older than today's rules. */
export const editGroupSchema = z.object({
  ...fields,
  description: fields.description.default(null),
  userLimit: fields.userLimit.default(DEFAULT_USER_LIMIT),
});

export const createGroupSchema = editGroupSchema.extend({
  name: fields.name.refine(isReadableName, NAME_CHARSET),
  description: fields.description.refine((text) => isReadableText(text ?? ""), DESCRIPTION_CHARSET).default(null),
});

/** Omitted fields stay unchanged. */
export const updateGroupSchema = z.object(fields).partial();

export const addMemberSchema = z.object({ userId: z.uuid(MEMBER_INVALID) });

/** Path of a member. Malformed ids are not found (404), not invalid (400). */
export const memberParams = z.object({ id: z.string(), userId: z.string() });

/** Query of GET /api/groups/{id}/members (design section 8). */
export const listMembersSchema = z.object({ ...pageFields, q: searchSchema });

/** Query of GET /api/group-memberships (design section 8). */
export const listMembershipsSchema = z.object({
  ...pageFields,
  cursor: z
    .string()
    .refine((cursor) => {
      const ids = cursor.split(MEMBERSHIP_SEPARATOR);
      return ids.length === 2 && ids.every((id) => z.uuid().safeParse(id).success);
    }, CURSOR_INVALID)
    .optional(),
  groupId: z.uuid(GROUP_ID_INVALID).optional(),
  userId: z.uuid(USER_ID_INVALID).optional(),
});

export type CreateGroupInput = z.infer<typeof createGroupSchema>;
export type UpdateGroupInput = z.infer<typeof updateGroupSchema>;
export type ListMembersQuery = z.infer<typeof listMembersSchema>;
export type ListMembershipsQuery = z.infer<typeof listMembershipsSchema>;
