import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { ownExamples } from "@/lib/public-api/own-examples";

test("examples contain a group_admin's email address", async () => {
  const admin = await createUser({ role: "group_admin" });
  const { examples, baseUrl } = await ownExamples(admin);
  expect(baseUrl).toBe("http://localhost:3000");
  expect(examples.createUrl?.curl).toContain(`"email":"${admin.email}"`);
  expect(examples.createUrls?.curl).toContain(`{"url":"b","email":"${admin.email}"}`);
  expect(JSON.stringify(Object.values(examples).map(({ curl }) => curl))).not.toContain("ada@example.com");
});

test("examples omit an overall_admin's email address, which keys of other groups refuse", async () => {
  const admin = await createUser({ role: "overall_admin" });
  await createGroup(admin);
  const { examples } = await ownExamples(admin);
  expect(examples.createUrl?.curl).toContain(`-d '{"url":"https://example.com/spring","shortCode":"spring"}'`);
});

test("an address with a quote cannot leave the shell's quotes", async () => {
  const admin = await createUser({ role: "group_admin" });
  await prisma().user.update({ where: { id: admin.id }, data: { email: "o'brien@example.com" } });
  const { examples } = await ownExamples(admin);
  expect(examples.createUrl?.curl).toContain(`"email":"o'\\''brien@example.com"}'`);
});
