import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getDatabaseServer } from "@/lib/settings/database-server";

test("an overall_admin sees the version, and whether the server is embedded", async () => {
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

test.each(["group_admin", "shortcode_admin"] as const)("a %s does not", async (role) => {
  await expect(getDatabaseServer(await createUser({ role }))).rejects.toMatchObject({ code: "forbidden" });
});
