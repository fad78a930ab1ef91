import type { Actor } from "@/lib/actor";
import { getCurrentUserOrThrow } from "@/lib/auth/current-user";
import { prisma } from "@/lib/db/prisma";
import { createSignedOutUser, createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

test("returns the user with their active links and the start of their session", async () => {
  const user = await createUser({ role: "group_admin", urlLimit: 7 });
  await createUrl(user, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  expect(await getCurrentUserOrThrow(user)).toEqual({
    id: user.id,
    firstName: "Test",
    lastName: "User",
    email: user.email,
    role: "group_admin",
    status: "active",
    urlLimit: 7,
    activeUrlCount: 1,
    signedInAt: new Date(user.session.signedInAt).toISOString(),
  });
});

test.each<[string, () => Promise<Actor>]>([
  ["whose session has ended", () => createSignedOutUser()],
  [
    "who was paused",
    async () => {
      const user = await createUser();
      await prisma().user.update({ where: { id: user.id }, data: { status: "paused" } });
      return user;
    },
  ],
  ["without a session", async () => ({ ...(await createUser()), session: undefined })],
])("refuses a user %s", async (_name, create) => {
  await expect(getCurrentUserOrThrow(await create())).rejects.toMatchObject({ code: "unauthorized" });
});
