import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createFirstAdmin } from "@/lib/users/create-first-admin";

const all = () => prisma().user.findMany();

test("of ten starters at once one makes the administrator", async () => {
  await Promise.all(Array.from({ length: 10 }, () => createFirstAdmin(pool(), "boss@example.com")));
  expect(await all()).toMatchObject([
    { email: "boss@example.com", role: "overall_admin", status: "active", urlLimit: 100 },
  ]);
});

test("where there is any user, even a deleted one, none is made", async () => {
  await prisma().user.updateMany({ data: { status: "deleted", role: "shortcode_admin" } });
  await createFirstAdmin(pool(), "other@example.com");
  expect(await all()).toHaveLength(1);
});
