import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getDatabaseServer } from "@/lib/settings/database-server";

test("an administrator is told the version, and what the embedded one lacks", async () => {
  const admin = await createUser({ role: "overall_admin" });
  expect(await getDatabaseServer(admin)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+/),
    isEmbedded: false,
    warning: null,
  });
  env().HOP_EMBEDDED_POSTGRES = "yes";
  expect((await getDatabaseServer(admin)).isEmbedded).toBe(true);
  delete env().HOP_EMBEDDED_POSTGRES;
});

test.each(["group_admin", "shortcode_admin"] as const)("a %s is not", async (role) => {
  await expect(getDatabaseServer(await createUser({ role }))).rejects.toMatchObject({ code: "forbidden" });
});
