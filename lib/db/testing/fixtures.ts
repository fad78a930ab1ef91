import { randomBytes, randomUUID } from "node:crypto";
import { createApiKey } from "@/lib/api-keys/create";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import type { ApiCaller } from "@/lib/api-keys/types";
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
  const { id, name } = await createApiKey(admin, groupId, createApiKeySchema.parse({ name: "Shop" }));
  return { keyId: id, keyName: name, groupId, createdBy: { id: admin.id, label: admin.label } };
}
