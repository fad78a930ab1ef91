import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getDatabaseServer } from "@/lib/settings/database-server";

test("an overall_admin sees the version, and whether the server is embedded", async () => {
  const admin = await createUser({ role: "overall_admin" });
  expect(await getDatabaseServer(admin)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+/),
    isEmbedded: false,
    warning: null,
    migrations: [],
  });
  env().HOP_EMBEDDED_POSTGRES = "yes";
  expect((await getDatabaseServer(admin)).isEmbedded).toBe(true);
  delete env().HOP_EMBEDDED_POSTGRES;
});

test("background migrations are shown until they are finished", async () => {
  const admin = await createUser({ role: "overall_admin" });
  await pool().query(
    `INSERT INTO background_migrations (name, done, total, finished_at, last_error)
     VALUES ('running', 40, 100, NULL, NULL), ('failing', 0, 7, NULL, 'disk full'), ('over', 9, 9, now(), NULL)`,
  );
  expect((await getDatabaseServer(admin)).migrations).toEqual([
    { name: "failing", done: 0, total: 7, isFailing: true },
    { name: "running", done: 40, total: 100, isFailing: false },
  ]);
  await pool().query("UPDATE background_migrations SET finished_at = now()");
  expect((await getDatabaseServer(admin)).migrations).toEqual([]);
});

test.each(["group_admin", "shortcode_admin"] as const)("a %s does not", async (role) => {
  await expect(getDatabaseServer(await createUser({ role }))).rejects.toMatchObject({ code: "forbidden" });
});
