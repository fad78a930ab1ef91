import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { inTransaction } from "@/lib/db/transaction";
import { createFirstAdmin } from "@/lib/users/create-first-admin";

const all = () => prisma().user.findMany();

test("ten concurrent starts create one administrator", async () => {
  await Promise.all(Array.from({ length: 10 }, () => createFirstAdmin(pool(), "boss@example.com")));
  expect(await all()).toMatchObject([
    { email: "boss@example.com", role: "overall_admin", status: "active", urlLimit: 100 },
  ]);
  const [{ id = "" } = {}] = await all();
  expect(await prisma().auditEntry.findMany()).toMatchObject([
    {
      actorId: null,
      actorLabel: "System",
      action: "user.create",
      subjectId: id,
      subjectLabel: "boss@example.com",
      after: { email: "boss@example.com", firstName: "Admin", lastName: "", role: "overall_admin", urlLimit: 100 },
    },
  ]);
});

test("no administrator is created if any user exists, even a deleted one", async () => {
  await prisma().user.updateMany({ data: { status: "deleted", role: "shortcode_admin" } });
  await createFirstAdmin(pool(), "other@example.com");
  expect(await all()).toHaveLength(1);
  expect(await prisma().auditEntry.count()).toBe(1);
});

test("a start does not wait for somebody who is changing a user", async () => {
  await inTransaction(pool(), async (other) => {
    await other.query("UPDATE users SET first_name = 'Ann'");
    await createFirstAdmin(pool(), "other@example.com");
  });
  expect(await all()).toHaveLength(1);
});
