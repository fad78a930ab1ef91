import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { stopJobs } from "@/lib/jobs/queue";
import { mailLimitIncrease } from "@/lib/users/mail-limit-increase";
import { REQUEST_PENDING, REQUEST_SENT, requestLimitIncrease } from "@/lib/users/request-limit-increase";

afterAll(stopJobs);

test("a user can request a higher limit once a day", async () => {
  const actor = await createUser();
  expect(await requestLimitIncrease(actor)).toEqual({ message: REQUEST_SENT });
  await expect(requestLimitIncrease(actor)).rejects.toMatchObject({ code: "rate_limited", message: REQUEST_PENDING });
  expect(await requestLimitIncrease(await createUser())).toEqual({ message: REQUEST_SENT });
});

test("every active overall_admin is notified, and nobody else", async () => {
  await prisma().user.updateMany({ where: { role: "overall_admin" }, data: { status: "paused" } });
  const requester = await createUser({ urlLimit: 3 });
  const admins = [await createUser({ role: "overall_admin" }), await createUser({ role: "overall_admin" })];
  await createUser({ role: "overall_admin", status: "locked" });
  await createUser({ role: "group_admin" });
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  await mailLimitIncrease({ userId: requester.id });
  const lines = write.mock.calls.map(([line]) => String(line)).sort();
  write.mockRestore();
  expect(lines).toEqual(
    admins.map(({ email }) => `Mail to ${email}: ${requester.email} requested a higher limit\n`).sort(),
  );
});
