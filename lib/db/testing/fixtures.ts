import { randomBytes } from "node:crypto";
import type { Actor, Role } from "@/lib/actor";
import { createApiKey } from "@/lib/api-keys/create";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { API_KEY_SCOPES, type ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import type { UserStatus } from "@/lib/users/types";

/** Appends a random suffix. */
export function unique(word: string): string {
  return `${word}-${randomBytes(6).toString("hex")}`;
}

type TestUser = Required<Actor> & { email: string };

/** Inserts a user who has just signed in. */
export async function createUser(
  options: { role?: Role; status?: UserStatus; urlLimit?: number; email?: string } = {},
): Promise<TestUser> {
  const email = options.email ?? `${unique("user")}@example.com`;
  const { role = "shortcode_admin", status = "active", urlLimit = 100 } = options;
  const expires = new Date(Date.now() + 60 * 60 * 1000);
  const { id, sessions } = await prisma().user.create({
    data: {
      ...{ firstName: "Test", lastName: "User", email, role, status, urlLimit },
      sessions: { create: { sessionToken: unique("token"), expires } },
    },
    include: { sessions: true },
  });
  const session = { id: sessions[0]?.id ?? "", signedInAt: Date.now() };
  return { id, role, label: "Test User", email, session };
}

/** A user as if they had signed in some minutes ago. */
export function signedInAgo(user: TestUser, minutes: number): TestUser {
  return { ...user, session: { ...user.session, signedInAt: Date.now() - minutes * 60_000 } };
}

/** Inserts a user whose session, which the actor refers to, has ended. */
export async function createSignedOutUser(options: Parameters<typeof createUser>[0] = {}): Promise<TestUser> {
  const user = await createUser(options);
  await prisma().session.deleteMany({ where: { userId: user.id } });
  return user;
}

/** Inserts an active member of a group. */
export async function createMember(groupId: string, options: Parameters<typeof createUser>[0] = {}): Promise<TestUser> {
  const user = await createUser(options);
  await prisma().groupMembership.create({ data: { userId: user.id, groupId } });
  return user;
}

/** Inserts a group with members and returns its id. */
export async function createGroup(...members: Actor[]): Promise<string> {
  const group = await prisma().group.create({
    data: { name: unique("group"), memberships: { create: members.map(({ id }) => ({ userId: id })) } },
  });
  return group.id;
}

/** Inserts a group with an API key and returns the key's caller. */
export async function createCaller(): Promise<ApiCaller> {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  return createCallerOf(admin, groupId);
}

/** Creates an API key with all scopes, owned by `admin`. */
export async function createCallerOf(admin: Actor, groupId: string): Promise<ApiCaller> {
  const input = createApiKeySchema.parse({ name: "Shop", scopes: API_KEY_SCOPES });
  const { id, name, scopes } = await createApiKey(admin, groupId, input);
  return { keyId: id, keyName: name, groupId, scopes, owner: { id: admin.id, role: admin.role } };
}
