import { createOperatorLink } from "@/lib/auth/operator-link";
import { confirmLink, openLink } from "@/lib/auth/verify";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { EMAIL_INVALID } from "@/lib/email";
import { startInbox } from "@/lib/mail/testing/inbox";

const visitor = { ip: null, userAgent: null, readCookie: () => undefined };
const entriesAbout = (subjectId: string) => prisma().auditEntry.findMany({ where: { subjectId } });

test("signs in without email, requires confirmation, and is audited", async () => {
  const inbox = await startInbox({ refusal: "Try again later" });
  const settings = { base_url: "https://hop.example", smtp_host: "127.0.0.1", smtp_port: String(inbox.port) };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
  const user = await createUser({ role: "overall_admin" });
  const { email, link } = await createOperatorLink(` ${user.email.toUpperCase()} `);
  expect(email).toBe(user.email);
  expect(link).toMatch(/^https:\/\/hop\.example\/auth\/verify\/[0-9a-f]{64}$/);
  const token = link.split("/").at(-1) ?? "";
  expect(await openLink(token, visitor)).toEqual({ outcome: "confirm" });
  expect(await confirmLink(token, visitor)).toHaveLength(1);
  expect(await openLink(token, visitor)).toEqual({ outcome: "spent" });
  const entries = await entriesAbout(user.id);
  expect(entries).toMatchObject([
    { actorId: null, actorLabel: "Operator", action: "user.sign_in_link", subjectLabel: user.email },
  ]);
  expect(JSON.stringify(entries)).not.toContain(token);
  expect(inbox.connections()).toBe(0);
  await prisma().setting.deleteMany();
  await inbox.close();
});

test.each(["paused", "locked", "deleted"] as const)("is refused for a %s user", async (status) => {
  const user = await createUser({ status });
  const call = createOperatorLink(user.email);
  await expect(call).rejects.toMatchObject({ message: `${user.email} is ${status} and cannot sign in` });
  expect(await prisma().verificationToken.count({ where: { identifier: user.email } })).toBe(0);
  expect(await entriesAbout(user.id)).toEqual([]);
});

test.each([
  ["stranger@example.com", "No user has the email address stranger@example.com"],
  ["not an address", EMAIL_INVALID],
])("is refused for %j", async (typed, message) => {
  await expect(createOperatorLink(typed)).rejects.toMatchObject({ message });
});
