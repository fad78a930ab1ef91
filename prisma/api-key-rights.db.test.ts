import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "@/lib/db/migrate";
import { withDatabase } from "@/lib/db/testing/databases";

const MIGRATION = "20261122010000_api_key_rights";
const GROUP = "0190a0a0-0000-7000-8000-000000000001";

/** A user with an API key of the group, as the previous version wrote them. */
const insertOwner = (name: string, fields: { role?: string; status?: string; isMember?: boolean }) => `
  INSERT INTO users (id, first_name, last_name, email, role, status, updated_at) VALUES
    (gen_random_uuid(), 'A', 'B', '${name}@example.com', '${fields.role ?? "group_admin"}', '${fields.status ?? "active"}', now());
  ${fields.isMember === false ? "" : `INSERT INTO group_memberships (user_id, group_id) SELECT id, '${GROUP}' FROM users WHERE email = '${name}@example.com';`}
  INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four)
    SELECT gen_random_uuid(), '${GROUP}', id, '${name}', '${name}', 'hop_', 'last' FROM users WHERE email = '${name}@example.com';`;

test("existing API keys keep all scopes, and are suspended if their creator lost the right to them", async () => {
  const server = process.env.TEST_POSTGRES_URL ?? "";
  const name = `hop_test_rights_${process.env.JEST_WORKER_ID}`;
  const url = withDatabase(server, name);
  const folder = mkdtempSync(path.join(tmpdir(), "hop-migrations-"));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name}`);
  const take = (migration: string) =>
    cpSync(path.join("prisma/migrations", migration), path.join(folder, migration), { recursive: true });
  for (const migration of readdirSync("prisma/migrations")) {
    if (/^\d/.test(migration) && migration < MIGRATION) take(migration);
  }
  await migrate(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO groups (id, name, updated_at) VALUES ('${GROUP}', 'Group', now());
    ${insertOwner("fine", {})}
    ${insertOwner("overall", { role: "overall_admin", isMember: false })}
    ${insertOwner("paused", { status: "paused" })}
    ${insertOwner("plain", { role: "shortcode_admin" })}
    ${insertOwner("gone", { isMember: false })}
    ${insertOwner("revoked", { status: "deleted" })}
    UPDATE api_keys SET is_active = false WHERE name = 'revoked'`);
  take(MIGRATION);
  expect(await migrate(url, folder)).toEqual([MIGRATION]);

  const keys = async () => {
    const { rows } = await client.query(
      "SELECT name, scopes::text, suspended_reason FROM api_keys WHERE name <> 'late' ORDER BY name",
    );
    return rows.map((row) => [row.name, row.scopes, row.suspended_reason]);
  };
  const all = "{create,read,update,delete}";
  expect(await keys()).toEqual([
    ["fine", all, null],
    ["gone", all, "not_a_member"],
    ["overall", all, null],
    ["paused", all, "paused"],
    ["plain", all, "demoted"],
    ["revoked", all, null],
  ]);
  const { rows: entries } = await client.query("SELECT subject_label FROM audit_entries ORDER BY 1");
  expect(entries.map((entry) => entry.subject_label)).toEqual(["gone", "paused", "plain"]);

  // The previous version keeps writing such rows until it is replaced.
  await client.query(`${insertOwner("late", {})}
    INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, updated_at)
      SELECT gen_random_uuid(), 'late', 'https://example.com/', id, '${GROUP}', now() FROM users WHERE email = 'late@example.com'`);
  const { rows } = await client.query("SELECT scopes::text, suspended_at FROM api_keys WHERE name = 'late'");
  expect(rows).toEqual([{ scopes: "{create,read}", suspended_at: null }]);
  await client.end();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});
