import { randomBytes, randomUUID } from "node:crypto";
import { createApiKey } from "@/lib/api-keys/create";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { API_KEY_SCOPES, type ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import type { Actor, Role, UserStatus } from "@/lib/users/types";

/** A word that no other test uses. */
export function unique(word: string): string {
  return `${word}-${randomBytes(4).toString("hex")}`;
}

/** Inserts a user and gives the actor that they are, signed in a moment ago. */
export async function createUser(
  options: { role?: Role; status?: UserStatus; urlLimit?: number; email?: string } = {},
): Promise<Actor & { email: string }> {
  const email = options.email ?? `${unique("user")}@example.com`;
  const { role = "shortcode_admin", status = "active", urlLimit = 100 } = options;
  const user = await prisma().user.create({
    data: { firstName: "Test", lastName: "User", email, role, status, urlLimit },
  });
  return { id: user.id, role, label: "Test User", email, session: { id: randomUUID(), signedInAt: Date.now() } };
}

/** Inserts an active user who is a member of the group. */
export async function createMember(
  groupId: string,
  options: Parameters<typeof createUser>[0] = {},
): Promise<Actor & { email: string }> {
  const user = await createUser(options);
  await prisma().groupMembership.create({ data: { userId: user.id, groupId } });
  return user;
}

/** Inserts a group with its members and gives its id. */
export async function createGroup(...members: Actor[]): Promise<string> {
  const group = await prisma().group.create({
    data: { name: unique("group"), memberships: { create: members.map(({ id }) => ({ userId: id })) } },
  });
  return group.id;
}

/** Makes a group with an API key, and gives the caller that uses it. */
export async function createCaller(): Promise<ApiCaller> {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  return createCallerOf(admin, groupId);
}

/** Makes a key with all scopes, which its maker owns. */
export async function createCallerOf(admin: Actor, groupId: string): Promise<ApiCaller> {
  const input = createApiKeySchema.parse({ name: "Shop", scopes: API_KEY_SCOPES });
  const { id, name, scopes } = await createApiKey(admin, groupId, input);
  return { keyId: id, keyName: name, groupId, scopes, owner: { id: admin.id, role: admin.role } };
}
