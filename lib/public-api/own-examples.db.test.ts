import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { ownExamples } from "@/lib/public-api/own-examples";

const nameOf = async (id: string) => (await prisma().group.findUniqueOrThrow({ where: { id } })).name;

test("examples contain the viewer's email address and one of their groups", async () => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  const { examples, groupName, baseUrl } = await ownExamples(admin);
  expect([groupName, baseUrl]).toEqual([await nameOf(groupId), "http://localhost:3000"]);
  expect(examples.createUrl?.curl).toContain(`"email":"${admin.email}"`);
  expect(examples.createUrls?.curl).toContain(`{"url":"b","email":"${admin.email}"}`);
  expect(JSON.stringify(Object.values(examples).map(({ curl }) => curl))).not.toContain("ada@example.com");
});

test("without a group of their own, examples omit the email address, which a key would refuse", async () => {
  const owner = await createUser({ role: "overall_admin" });
  await createGroup(await createUser({ role: "group_admin" }));
  const { examples, groupName } = await ownExamples(owner);
  expect(groupName).toMatch(/\S/);
  expect(examples.createUrl?.curl).toContain(`-d '{"url":"https://example.com/spring","shortCode":"spring"}'`);
});

test("an address with a quote cannot leave the shell's quotes", async () => {
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await prisma().user.update({ where: { id: admin.id }, data: { email: "o'brien@example.com" } });
  const { examples } = await ownExamples(admin);
  expect(examples.createUrl?.curl).toContain(`"email":"o'\\''brien@example.com"}'`);
});
