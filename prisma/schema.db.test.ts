import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pool } from "@/lib/db/pool";

/** The SQL that would migrate this worker's database to schema.prisma. */
async function diff(): Promise<string> {
  const { stdout } = await promisify(execFile)("node", ["prisma/diff.mjs", process.env.DATABASE_URL ?? ""]);
  return stdout;
}

test("schema.prisma and the migrations agree, and a missing column is detected", async () => {
  expect(await diff()).toBe("");
  await pool().query("ALTER TABLE groups DROP COLUMN description");
  expect(await diff()).toContain('ALTER TABLE "groups" ADD COLUMN     "description" TEXT');
});

// What schema.prisma cannot express is in the migrations.
test.each([
  [
    "two short codes that differ only in case",
    "INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at) SELECT gen_random_uuid(), code, 'https://example.com/', id, now() FROM users, (VALUES ('Twice'), ('tWICE')) AS codes (code)",
    "short_urls_short_code_key",
  ],
  ["an email address in capitals", "UPDATE users SET email = 'Somebody@example.com'", "users_email_lower_check"],
  ["a limit of no URLs", "UPDATE users SET url_limit = 0", "users_url_limit_check"],
  ["a limit of 101 URLs", "UPDATE users SET url_limit = 101", "users_url_limit_check"],
  [
    "a group without members",
    "INSERT INTO groups (id, name, user_limit, updated_at) VALUES (gen_random_uuid(), 'x', 0, now())",
    "groups_user_limit_check",
  ],
  [
    "a group of more than 100,000 members",
    "INSERT INTO groups (id, name, user_limit, updated_at) VALUES (gen_random_uuid(), 'x', 100001, now())",
    "groups_user_limit_check",
  ],
])("the database refuses %s", async (_name, sql, constraint) => {
  await pool().query(
    "INSERT INTO users (id, first_name, last_name, email, updated_at) VALUES ('0190a0a0-0000-7000-8000-000000000000', 'A', 'B', 'a@example.com', now()) ON CONFLICT DO NOTHING",
  );
  await expect(pool().query(sql)).rejects.toMatchObject({ constraint });
});

test("clicks are partitioned by UTC month, and concurrent callers create each partition once", async () => {
  const moments = ["2027-02-28T23:59:59.999Z", "2027-03-01T00:00:00Z", "2027-03-31T23:59:59Z"];
  await Promise.all(
    [...moments, ...moments].map((moment) => pool().query("SELECT ensure_click_partition($1)", [moment])),
  );
  const { rows } = await pool().query(
    "SELECT relid::text AS name FROM pg_partition_tree('clicks') WHERE isleaf AND relid::text LIKE '%2027%' ORDER BY 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(["clicks_2027_02", "clicks_2027_03"]);
  await pool().query(
    "INSERT INTO clicks (url_id, occurred_at, id, access_method) SELECT gen_random_uuid(), moment, gen_random_uuid(), 'qr' FROM unnest($1::timestamptz[]) AS moment",
    [moments],
  );
});
